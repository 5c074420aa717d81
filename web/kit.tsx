import { createTheme, MantineProvider } from "@mantine/core";
import type { MantineColorsTuple } from "@mantine/core";
import type { ReactNode } from "react";

// the shades are all the same: what ink is, light or dark, stands in tokens.css
const ink = Array.from({ length: 10 }, () => "#1c1b19") as unknown as MantineColorsTuple;
const theme = createTheme({
  primaryColor: "ink",
  colors: { ink },
  defaultRadius: "var(--r)",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // by name: imported, they would stand in the first script with all that they need
    Modal: { defaultProps: { lockScroll: false } },
    ModalRoot: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
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
