import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";

/** Who pressed something that is gone with its screen is in the new one, not nowhere. */
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

/** Goes to a screen and has the focus go along; it would stay on what stood behind a menu. */
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

/** Unless something on it, or a dialog over it, took the focus already. */
function enterScreen(): void {
  if (document.activeElement?.closest("main, [role=dialog]")) return;
  document.querySelector("main")?.focus({ preventScroll: true });
}
