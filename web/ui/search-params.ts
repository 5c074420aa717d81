import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";

type Values = Record<string, string | number | boolean | undefined>;

/**
 * Filters, tabs and the open thing of a screen, kept in the address: back, forward and a shared link bring them
 * back. An empty value leaves the address. The object is the same until the address changes, and with `names` until one
 * of them does: what costs much to draw names the parts it reads, so that a dialog opens and closes without it.
 */
export function useSearchParams(names?: readonly string[]) {
  // as text, which is the same while the values are: an object would be a new one with every change
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

/** Only the changes: always the same object, and whoever uses it is not drawn anew when the address changes. */
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
      /** A step one can go back from: a tab, a dialog, a page of a list. */
      open: (values: Values) => change(values, false),
      /** A finer setting of the same view: every letter of a search would be a step otherwise. */
      refine: (values: Values) => change(values, true),
    };
  }, [navigate]);
}

function withoutEmpty(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === "" ? undefined : value]),
  );
}
