import { useState } from "react";
import { useUser } from "../session.tsx";

type Draft = {
  value: string;
  change(value: string): void;
  /** Brings a question back that could not be sent, unless something newer was typed meanwhile. */
  bringBack(value: string): void;
};

/** What was typed and not yet sent, kept per person and theme over reloads and an ended session. */
export function useDraft(themeId: number): Draft {
  const user = useUser();
  const name = `draft:${user.id}:${themeId}`;
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const change = (next: string) => {
    setDrafts((all) => ({ ...all, [name]: next }));
    if (next === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, next);
  };
  return {
    value: drafts[name] ?? sessionStorage.getItem(name) ?? "",
    change,
    bringBack: (value) => {
      if (sessionStorage.getItem(name) === null) change(value);
    },
  };
}
