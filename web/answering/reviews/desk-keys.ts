import { useEffect } from "react";
import { isPlainKey } from "#web/ui/plain-keys.ts";

/** The desk's shortcuts; typing in a field doesn't trigger them. */
export function useDeskKeys(keys: Record<string, () => void>, onSave: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.querySelector("[role=dialog]") !== null) return;
      if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
        event.preventDefault();
        onSave();
        return;
      }
      if (!isPlainKey(event)) return;
      const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}
