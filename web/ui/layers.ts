import { useEffect, useId, useSyncExternalStore } from "react";
import { useFocusBack } from "./focus-back.ts";

/** Open dialogs, the topmost last. */
let layers: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  layers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * For everything that opens over the screen: what lies behind it is inert, because not every reader keeps to a dialog
 * that only says to be modal, and the focus comes back when it closes.
 * @returns whether another dialog lies on top of this one
 */
export function useLayer(opened: boolean): boolean {
  const id = useId();
  // before the screen becomes inert: that takes the focus away from it
  useFocusBack(opened);
  useEffect(() => {
    if (!opened) return;
    change([...layers, id]);
    return () => change(layers.filter((layer) => layer !== id));
  }, [opened, id]);
  return useSyncExternalStore(subscribe, () => layers.includes(id) && layers.at(-1) !== id);
}

/** Whether any dialog lies over the screen. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(subscribe, () => layers.length > 0);
}
