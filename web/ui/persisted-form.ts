import { useEffect, useState } from "react";

type PersistedForm<Values> = {
  values: Values;
  change(values: Partial<Values>): void;
  /** They differ from what the form began with. */
  isChanged: boolean;
  /** What was typed before this page was opened stands here again. */
  isFromBefore: boolean;
  /** After it was saved, or thrown away by the person. */
  forget(): void;
};

/**
 * What is typed into a form, kept in this tab until it is saved: over a reload, an ended session, a dialog closed by
 * mistake. What it began from is kept too: once that has changed, an old draft would undo somebody else's work.
 * @param name of the form, the thing and the person
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
