import { useEffect, useState } from "react";

/** The values that a form began with, and the version of the row that had them; 0 without one. */
type Opened<Values> = { version: number; values: Values };

type PersistedForm<Values> = {
  values: Values;
  /** Restored with the values: what others changed since can be told by its version. */
  opened: Opened<Values>;
  change(values: Partial<Values>): void;
  /** The values differ from the form's initial ones. */
  isChanged: boolean;
  /** Restored from before this page was opened. */
  isFromBefore: boolean;
  /** The row as it was stored after `sent` was saved; what was typed meanwhile stays. */
  saved(stored: Opened<Values>, sent: Values): void;
  /** After saving, or discarding by the user. */
  forget(): void;
};

/**
 * Form input, kept in this tab until saved: across a reload, an ended session, an accidentally closed dialog. If the
 * initial values have changed since, only the touched fields are restored: the others would undo someone else's work.
 * @param name of the form, the item and the person
 */
export function usePersistedForm<Values extends object>(
  name: string,
  initial: Values,
  version = 0,
): PersistedForm<Values> {
  const [now, setNow] = useState<Opened<Values>>({ version, values: initial });
  const [before] = useState(() => read<Values>(name));
  const [opened, setOpened] = useState(before?.opened ?? now);
  const [values, setValues] = useState<Values>({ ...initial, ...before?.touched });
  const [isFromBefore, setFromBefore] = useState(before !== null);
  const isChanged = !isSame(values, now.values);
  useEffect(() => {
    if (!isChanged) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ opened, values }));
  }, [name, opened, values, isChanged]);
  return {
    values,
    opened,
    isChanged,
    isFromBefore,
    change: (changed) => setValues((all) => ({ ...all, ...changed })),
    saved(stored, sent) {
      setNow(stored);
      setOpened(stored);
      setFromBefore(false);
      setValues((all) => {
        const typed = Object.entries(all).filter(
          ([field, value]) => !isSame(value, sent[field as keyof Values]),
        );
        return { ...stored.values, ...Object.fromEntries(typed) };
      });
    },
    forget() {
      setFromBefore(false);
      setOpened(now);
      setValues(now.values);
    },
  };
}

function read<Values extends object>(
  name: string,
): { opened: Opened<Values>; touched: Partial<Values> } | null {
  try {
    const { opened, values } = JSON.parse(sessionStorage.getItem(name) ?? "null") as {
      opened: Opened<Values>;
      values: Values;
    };
    const touched = Object.entries(values).filter(
      ([field, value]) => !isSame(value, opened.values[field as keyof Values]),
    );
    return { opened, touched: Object.fromEntries(touched) as Partial<Values> };
  } catch {
    return null;
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
