import type { ReactNode } from "react";
import { Buttons, Fields, Forms } from "./controls.tsx";
import { Cards, Paging, Tables, Sparklines, Waits } from "./lists.tsx";
import { Badges, Folds, Messages, Overlays, Sections } from "./messages.tsx";
import classes from "./gallery.module.css";

const sections: [string, () => ReactNode][] = [
  ["Buttons", Buttons],
  ["Fields", Fields],
  ["Forms", Forms],
  ["Badges", Badges],
  ["Cards", Cards],
  ["Tables", Tables],
  ["Paging", Paging],
  ["Messages", Messages],
  ["Overlays", Overlays],
  ["Folds", Folds],
  ["Loading lists", Waits],
  ["Sparklines", Sparklines],
  ["Sections", Sections],
];

/** Every part of web/ui in every state. Served by `npm run dev` at /gallery/ and built for its tests; never shipped. */
export function Gallery() {
  return (
    <main id="main" className={classes.gallery}>
      <h1>Gallery</h1>
      {sections.map(([title, Section]) => (
        <section key={title} aria-label={title} className={classes.section}>
          <h2>{title}</h2>
          <Section />
        </section>
      ))}
    </main>
  );
}
