import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/literata/opsz.css";
import "@fontsource-variable/literata/opsz-italic.css";
import "@mantine/core/styles.css";
import "./tokens.css";
import "./base.css";
import { createTheme, MantineProvider } from "@mantine/core";
import type { MantineColorsTuple } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./routes.tsx";
import { SessionProvider } from "./session.tsx";
import { Toasts } from "./ui/toast.tsx";

// reads: no refetch by itself, never stale, no retries (spec/1, section 9); what changes on the server arrives live
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      // offline, a call fails at once and says so; otherwise it would wait without a word
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

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

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no place for the application");
createRoot(root).render(
  <StrictMode>
    {/* colours and sizes stand in tokens.css and base.css; the policy allows no style elements */}
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses
    >
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <RouterProvider router={router} />
          <Toasts />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
