import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/literata/opsz.css";
import "@fontsource-variable/literata/opsz-italic.css";
import "./kit.css";
import "./tokens.css";
import "./base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { rememberTyped } from "./sessions/typed-before.ts";
import { Kit } from "./kit.tsx";
import { router } from "./routes.tsx";
import { SessionProvider } from "./session.tsx";
import { Toasts } from "./ui/toast.tsx";

// reads: no refetch by itself, never stale, no retries (docs/specification/conventions.md); what changes on the server arrives live
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

/** What a person does to the sign-in of the build. A press is none: it is made again (account/typed-before.ts). */
const acts = ["input", "submit"] as const;

/**
 * Where the sign-in stands already (scripts/render-public.ts) the application takes its place when it can show its own.
 * It is drawn in small steps, between which the page answers; an act of the person in the meantime ends them at once:
 * what is typed between the look at the form and the change of it would be lost.
 */
async function start(root: HTMLElement): Promise<void> {
  const isRendered = root.childElementCount > 0;
  if (isRendered) await router.load();
  const place = createRoot(root);
  const drawNow = () => {
    rememberTyped();
    flushSync(() => place.render(application));
  };
  const rendered = root.querySelector("form");
  let entered: string | null = null;
  const enter = ({ target }: FocusEvent) => {
    // the application's own form takes the focus while it is put on the page: that is nobody's choice
    if (!(target instanceof HTMLElement) || rendered?.contains(target) !== true) return;
    entered = target instanceof HTMLInputElement ? target.name : null;
  };
  const shown = () => {
    root.removeAttribute("data-rendered");
    for (const act of acts) document.removeEventListener(act, drawNow);
    document.removeEventListener("focusin", enter);
    if (entered !== null) root.querySelector<HTMLElement>(`[name="${CSS.escape(entered)}"]`)?.focus();
  };
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
      <Shown onShown={shown} />
    </StrictMode>
  );
  if (!isRendered) return drawNow();
  rememberTyped();
  for (const act of acts) document.addEventListener(act, drawNow);
  document.addEventListener("focusin", enter);
  startTransition(() => place.render(application));
}

/** Tells that it is on the page, before anybody sees it. */
function Shown({ onShown }: { onShown(): void }) {
  useLayoutEffect(onShown, [onShown]);
  return null;
}

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no place for the application");
// not awaited here: a module that others wait for would be cut into many small files
void start(root);
