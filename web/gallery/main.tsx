import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/literata/opsz.css";
import "@fontsource-variable/literata/opsz-italic.css";
import "../kit.css";
import "../tokens.css";
import "../base.css";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { Kit } from "../kit.tsx";
import { Toasts } from "../ui/toast.tsx";
import { Gallery } from "./gallery.tsx";

// parts that keep their state in the address need one; this one leads nowhere
const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
});
const root = document.getElementById("app");
if (root === null) throw new Error("the page has no place for the gallery");
createRoot(root).render(
  <Kit>
    <RouterProvider router={router as never} />
    <Toasts />
  </Kit>,
);
