import { useEffect, useState } from "react";

type PersistedForm<Values> = {
  values: Values;
  change(values: Partial<Values>): void;
  /** The values differ from the form's initial ones. */
  isChanged: boolean;
  /** Restored from before this page was opened. */
  isFromBefore: boolean;
  /** After saving, or discarding by the user. */
  forget(): void;
};

/**
 * Form input, kept in this tab until saved: across a reload, an ended session, an accidentally closed dialog. The
 * initial values are kept too: if they have changed, an old draft would undo someone else's work.
 * @param name of the form, the item and the person
 */
export function usePersistedForm<Values extends object>(
  name: string,
  initial: Values,
): PersistedForm<Values> {
  const [base] = useState(() => JSON.stringify(initial));
  const [before] = useState(() => read<Values>(name, base));
  const [values, setValues] = useState(before ?? initial);
  const [isFromBefore, setFromBefore] = useState(before !== null);
  const isChanged = JSON.stringify(values) !== base;
  useEffect(() => {
    if (!isChanged) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ base, values }));
  }, [name, base, values, isChanged]);
  return {
    values,
    isChanged,
    isFromBefore,
    change: (changed) => setValues((all) => ({ ...all, ...changed })),
    forget() {
      setFromBefore(false);
      setValues(initial);
    },
  };
}

function read<Values>(name: string, base: string): Values | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null") as {
      base: string;
      values: Values;
    } | null;
    return kept?.base === base ? kept.values : null;
  } catch {
    return null;
  }
}
