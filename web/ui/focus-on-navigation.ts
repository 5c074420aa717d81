import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";

/** Moves focus into the new screen when the pressed element disappeared with the old one. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged && document.activeElement === document.body)
          enterScreen();
      }),
    [router],
  );
}

type Search = Record<string, string | number | undefined>;

/** Opens a screen and moves focus there; otherwise focus would stay on the content behind a menu. */
export function useGo(): (to: string, search: Search) => void {
  const router = useRouter();
  return useCallback(
    (to, search) => {
      const stop = router.subscribe("onRendered", ({ pathChanged }) => {
        stop();
        if (pathChanged) enterScreen();
      });
      void router.navigate({ to, search });
    },
    [router],
  );
}

/** Unless something on it, or a dialog over it, already took focus. */
function enterScreen(): void {
  if (document.activeElement?.closest("main, [role=dialog]")) return;
  document.querySelector("main")?.focus({ preventScroll: true });
}
