import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";

type Values = Record<string, string | number | boolean | undefined>;

/**
 * A screen's filters, tabs and open item, kept in the URL: back, forward and a shared link restore them. An empty value
 * is removed. The object stays the same until the URL changes, or with `names`, until one of them does: expensive
 * components name the parameters they read, to avoid re-rendering when a dialog opens or closes.
 */
export function useSearchParams(names?: readonly string[]) {
  // as text, which compares by value: an object would be new on every change
  const read = useSearch({
    strict: false,
    select: (whole) =>
      JSON.stringify(
        names === undefined ? whole : Object.fromEntries(names.map((name) => [name, whole[name]])),
      ),
  });
  const change = useSetSearchParams();
  return useMemo(() => {
    const search: Record<string, unknown> = JSON.parse(read);
    return {
      text: (name: string): string => {
        const value = search[name];
        return typeof value === "string" || typeof value === "number" ? String(value) : "";
      },
      /** A positive integer, or undefined. */
      number: (name: string): number | undefined => {
        const value = Number(search[name]);
        return Number.isInteger(value) && value > 0 ? value : undefined;
      },
      ...change,
    };
  }, [read, change]);
}

/** Only the setters: a stable object, whose users don't re-render when the URL changes. */
export function useSetSearchParams() {
  const navigate = useNavigate();
  return useMemo(() => {
    const change = (values: Values, replace: boolean) =>
      void navigate({
        to: ".",
        search: (previous) => ({ ...previous, ...withoutEmpty(values) }),
        replace,
        resetScroll: false,
      });
    return {
      /** Adds a history entry: a tab, a dialog, a page of a list. */
      open: (values: Values) => change(values, false),
      /** Refines the current view: otherwise every typed character would be a history entry. */
      refine: (values: Values) => change(values, true),
    };
  }, [navigate]);
}

function withoutEmpty(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === "" ? undefined : value]),
  );
}
