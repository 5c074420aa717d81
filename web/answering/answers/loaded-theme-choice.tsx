import { TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { modelSign } from "./model-sign.tsx";
import type { ThemeChoiceProps } from "./theme-choice.tsx";

const ThemeChoice = lazy(() => import("./theme-choice.tsx"));

/**
 * The theme picker. Its dropdown and search are larger than the rest of the workbench and load after its first frame;
 * until then the chosen theme is shown, and a press on it opens the picker once loaded.
 */
export function LoadedThemeChoice(props: ThemeChoiceProps) {
  const [isPressed, setPressed] = useState(false);
  return (
    <Suspense
      fallback={
        <TextInput
          label="Theme"
          value={props.chosen.name}
          readOnly
          pointer
          {...modelSign(props.chosen)}
          onFocus={() => setPressed(true)}
        />
      }
    >
      <ThemeChoice {...props} opens={isPressed} />
    </Suspense>
  );
}
