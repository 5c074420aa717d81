import { useState } from "react";
import { useUser } from "#web/kernel/session.tsx";

type Draft = {
  value: string;
  change(value: string): void;
  /** Restores a question that couldn't be sent, unless the user has typed something newer. */
  bringBack(value: string): void;
};

/** Unsent text, kept per person and what it belongs to (a theme's number) across reloads and an ended session. */
export function useDraft(of: number | string): Draft {
  const user = useUser();
  const name = `draft:${user.id}:${of}`;
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  // a question refused because its theme closed goes on to the next theme
  const [refused, setRefused] = useState("");
  const change = (next: string) => {
    setRefused("");
    setDrafts((all) => ({ ...all, [name]: next }));
    if (next === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, next);
  };
  return {
    value: drafts[name] ?? sessionStorage.getItem(name) ?? refused,
    change,
    bringBack: (value) => {
      if (sessionStorage.getItem(name) !== null) return;
      change(value);
      setRefused(value);
    },
  };
}
