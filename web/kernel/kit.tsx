import { createTheme, MantineProvider, type MantineColorsTuple } from "@mantine/core";
import type { ReactNode } from "react";

// all ten shades are one color: tokens.css defines ink, light or dark
const ink = Array.from({ length: 10 }, () => "#1c1b19") as unknown as MantineColorsTuple;
// no portal: screen readers find a dropdown beside its field, within its dialog and landmark; and no scroll area, since
// the list itself scrolls
const choice = {
  defaultProps: {
    withScrollArea: false,
    comboboxProps: { withinPortal: false, floatingStrategy: "fixed", position: "bottom-start" },
  },
};
// fades in: a slide keeps a transform, which would clip dropdowns at its edge
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
    // by name: importing them would add them and their dependencies to the initial script
    Modal: dialog,
    ModalRoot: dialog,
    Drawer: { defaultProps: { lockScroll: false } },
    Select: choice,
    Autocomplete: choice,
  },
});

/** The kit, styled by tokens.css and base.css; the policy allows no style elements. */
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
