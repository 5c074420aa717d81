import { useNavigate, useSearch } from "@tanstack/react-router";

type Values = Record<string, string | number | boolean | undefined>;

/**
 * Filters, tabs and the open thing of a screen, kept in the address: back, forward and a shared link bring them
 * back. An empty value leaves the address.
 */
export function useAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (values: Values, replace: boolean) =>
    void navigate({
      to: ".",
      search: (previous) => ({ ...previous, ...withoutEmpty(values) }),
      replace,
      resetScroll: false,
    });
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
    /** A step one can go back from: a tab, a dialog, a page of a list. */
    open: (values: Values) => change(values, false),
    /** A finer setting of the same view: every letter of a search would be a step otherwise. */
    refine: (values: Values) => change(values, true),
  };
}

function withoutEmpty(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === "" ? undefined : value]),
  );
}
