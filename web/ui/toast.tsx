import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import classes from "./toast.module.css";

type Toast = { id: number; title: string; message: string | undefined; tone: "plain" | "warn" | "bad" };

/** One at a time, for 5,000 ms (docs/specification/conventions.md); a newer one replaces it. */
const duration = 5000;
let current: Toast | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let next = 1;
const listeners = new Set<() => void>();

export function toast(title: string, message?: string): number {
  const id = next++;
  show({ id, title, message, tone: "plain" });
  return id;
}

/** Amends a message that turned out incomplete; no effect once it has gone. */
export function amendToast(id: number, message: string): void {
  if (current?.id === id) show({ ...current, message, tone: "warn" });
}

/** For failures ('destructive' in the specification). */
export function toastError(title: string, message?: string): void {
  show({ id: next++, title, message, tone: "bad" });
}

function show(toast: Toast | null): void {
  clearTimeout(timer);
  current = toast;
  if (toast !== null) timer = setTimeout(() => show(null), duration);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => current);
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {shown && (
        <div key={shown.id} className={classes.toast} data-tone={shown.tone}>
          {shown.tone === "plain" ? (
            <CircleCheck size={18} aria-hidden />
          ) : (
            <CircleAlert size={18} aria-hidden />
          )}
          <div>
            <p className={classes.title}>{shown.title}</p>
            {shown.message && <p className={classes.message}>{shown.message}</p>}
          </div>
          <button
            type="button"
            className={classes.close}
            onClick={() => show(null)}
            aria-label="Close this message"
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
