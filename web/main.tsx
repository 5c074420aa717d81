import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/literata/opsz.css";
import "@fontsource-variable/literata/opsz-italic.css";
import "#web/kernel/kit.css";
import "#web/tokens.css";
import "#web/base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Kit } from "#web/kernel/kit.tsx";
import { router } from "#web/shell/routes.tsx";
import { SessionProvider } from "#web/kernel/session.tsx";
import { Toasts } from "#web/ui/toast.tsx";

// queries: no automatic refetch, never stale, no retries (docs/specification/conventions.md); server changes arrive live
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      // offline, a call fails immediately with a message; otherwise it would wait silently
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no element for the application");
createRoot(root).render(
  <StrictMode>
    <Kit>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <RouterProvider router={router} />
          <Toasts />
        </SessionProvider>
      </QueryClientProvider>
    </Kit>
  </StrictMode>,
);
