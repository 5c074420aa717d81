import { useState } from "react";

/** What was typed and not yet sent, kept per theme over reloads and an ended session. */
export function useDraft(themeId: number): [string, (value: string) => void] {
  const name = `draft:${themeId}`;
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const value = drafts[name] ?? sessionStorage.getItem(name) ?? "";
  return [
    value,
    (next) => {
      setDrafts((all) => ({ ...all, [name]: next }));
      if (next === "") sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, next);
    },
  ];
}
