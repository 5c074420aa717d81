import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/literata/opsz.css";
import "@fontsource-variable/literata/opsz-italic.css";
import "./kit.css";
import "./tokens.css";
import "./base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { rememberTyped } from "./account/typed-before.ts";
import { Kit } from "./kit.tsx";
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

/** Where the sign-in stands already (scripts/render-public.ts) the application takes its place when it can show its own. */
async function start(root: HTMLElement): Promise<void> {
  if (root.childElementCount > 0) await router.load();
  rememberTyped();
  root.removeAttribute("data-rendered");
  // at once: what is typed between the look at the form and the change of it would be lost
  const application = (
    <StrictMode>
      <Kit>
        <QueryClientProvider client={queries}>
          <SessionProvider>
            <RouterProvider router={router} />
            <Toasts />
          </SessionProvider>
        </QueryClientProvider>
      </Kit>
    </StrictMode>
  );
  flushSync(() => createRoot(root).render(application));
}

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no place for the application");
// not awaited here: a module that others wait for would be cut into many small files
void start(root);
