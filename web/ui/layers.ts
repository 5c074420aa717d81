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
 * For everything that opens over the screen: makes the content behind it inert, because not every screen reader stays in
 * a dialog that merely claims to be modal, and restores focus on closing.
 * @returns whether another dialog is on top of this one
 */
export function useLayer(opened: boolean): boolean {
  const id = useId();
  // before the screen becomes inert, which removes focus
  useFocusBack(opened);
  useEffect(() => {
    if (!opened) return;
    change([...layers, id]);
    return () => change(layers.filter((layer) => layer !== id));
  }, [opened, id]);
  return useSyncExternalStore(subscribe, () => layers.includes(id) && layers.at(-1) !== id);
}

/** Whether any dialog is open. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(subscribe, () => layers.length > 0);
}
