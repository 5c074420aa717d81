import { NativeSelect } from "@mantine/core";
import type { ActiveFilter } from "./filter-bar.tsx";
import { useSearchParams } from "./search-params.ts";

type Option = { value: string; label: string };

type Props = {
  label: string;
  /** The URL parameter. */
  name: string;
  /** The first, with an empty value, means no filter. */
  options: readonly Option[];
  resets?: readonly string[];
  /** Among other fields its label is above it; alone in a row its options suffice. */
  isLabelHidden?: boolean;
};

/** A choice among a few options, kept in the URL. */
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

/** The chip of such a filter; none while it isn't set. */
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
