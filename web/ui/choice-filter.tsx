import { NativeSelect } from "@mantine/core";
import type { ActiveFilter } from "./filter-bar.tsx";
import { useSearchParams } from "./search-params.ts";

type Option = { value: string; label: string };

type Props = {
  label: string;
  /** In the address. */
  name: string;
  /** The first, whose value is empty, is none. */
  options: readonly Option[];
  resets?: readonly string[];
  /** Among others its label stands above it; alone in a row its choices say enough. */
  isLabelHidden?: boolean;
};

/** A choice of a few, kept in the address. */
export function ChoiceFilter({ label, name, options, resets = ["page"], isLabelHidden = false }: Props) {
  const address = useSearchParams([name]);
  const chosen = address.text(name);
  return (
    <NativeSelect
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      value={options.some(({ value }) => value === chosen) ? chosen : ""}
      onChange={(event) =>
        address.open({
          ...Object.fromEntries(resets.map((reset) => [reset, undefined])),
          [name]: event.currentTarget.value,
        })
      }
      data={[...options]}
    />
  );
}

/** The chip of such a choice; none while it is not made. */
export function chosenOption(
  label: string,
  name: string,
  options: readonly Option[],
  address: { text(name: string): string },
): ActiveFilter[] {
  const chosen = address.text(name);
  const option = options.find(({ value }) => value === chosen);
  return chosen === "" || option === undefined ? [] : [{ label, text: option.label, names: [name] }];
}
