import { TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { modelSign } from "./model-sign.tsx";
import type { ThemeChoiceProps } from "./theme-choice.tsx";

const ThemeChoice = lazy(() => import("./theme-choice.tsx"));

/**
 * The choice of the theme. What opens and searches it is larger than the rest of the workbench and comes after its first
 * frame; the chosen theme stands there meanwhile, and a press on it opens the choice once it is there.
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
