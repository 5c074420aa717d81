import { lazy } from "react";
import { Themes } from "#web/knowledge/themes/themes.tsx";

// forms, tags, uploads and the trial question: larger than the list itself
const Editor = lazy(() => import("./try-theme.tsx"));

export default function ThemesScreen() {
  return <Themes Editor={Editor} />;
}
