import { createTheme, MantineProvider } from "@mantine/core";
import type { MantineColorsTuple } from "@mantine/core";
import type { ReactNode } from "react";

// the shades are all the same: what ink is, light or dark, stands in tokens.css
const ink = Array.from({ length: 10 }, () => "#1c1b19") as unknown as MantineColorsTuple;
// beside their field and no box within a box: what opens is read with its field, in its dialog and its landmark, and the
// list itself is what scrolls
const choice = {
  defaultProps: {
    withScrollArea: false,
    comboboxProps: { withinPortal: false, floatingStrategy: "fixed", position: "bottom-start" },
  },
};
// fades in: one that slides keeps a transform, and what opens in it would be cut off at its edge
const dialog = {
  defaultProps: { lockScroll: false, transitionProps: { transition: "fade", duration: 200 } },
};
const theme = createTheme({
  primaryColor: "ink",
  colors: { ink },
  defaultRadius: "var(--r)",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // by name: imported, they would stand in the first script with all that they need
    Modal: dialog,
    ModalRoot: dialog,
    Drawer: { defaultProps: { lockScroll: false } },
    Select: choice,
    Autocomplete: choice,
  },
});

/** The kit, dressed from tokens.css and base.css; the policy allows no style elements. */
export function Kit({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses
    >
      {children}
    </MantineProvider>
  );
}
