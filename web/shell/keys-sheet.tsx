import { useUser } from "#web/kernel/session.tsx";
import { entriesFor } from "./screens.ts";
import { Modal } from "#web/ui/modal.tsx";
import { keysByScreen, type ScreenKeys } from "./keys.ts";
import { screenKeys } from "./screen-keys.ts";
import classes from "./keys-sheet.module.css";

/** All shortcuts on one sheet; of the screens, only those open to this person. */
export default function KeysSheet({ onClose }: { onClose(): void }) {
  const reachable = entriesFor(useUser().role);
  const screens: ScreenKeys = [
    "Go to",
    Object.entries(screenKeys).flatMap(([key, path]) =>
      reachable
        .filter(({ to }) => to === path)
        .map(({ label }): [string[], string] => [["G", key.toUpperCase()], label]),
    ),
  ];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={560}>
      <div className={classes.places}>
        {[...keysByScreen, screens].map(([place, keys]) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {keys.map(([pressed, does]) => (
                <div key={does}>
                  <dt>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
