import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/literata/opsz.css";
import "@fontsource-variable/literata/opsz-italic.css";
import "#web/kernel/kit.css";
import "#web/tokens.css";
import "#web/base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { Kit } from "#web/kernel/kit.tsx";
import { Toasts } from "#web/ui/toast.tsx";
import { Gallery } from "./gallery.tsx";

// components that keep state in the URL need a router; this one has no routes
const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
});
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const root = document.getElementById("app");
if (root === null) throw new Error("the page has no element for the gallery");
createRoot(root).render(
  <Kit>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
    <Toasts />
  </Kit>,
);
