import { useEffect, useEffectEvent } from "react";
import { isPlainKey } from "#web/ui/plain-keys.ts";

/** N starts a new chat, 1 to 9 open a source of the latest answer. */
export function useWorkbenchKeys(onNew: () => void, onSource: (marker: number) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainKey(event)) return;
    if (event.key === "n") onNew();
    else if (/^[1-9]$/.test(event.key)) onSource(Number(event.key));
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
