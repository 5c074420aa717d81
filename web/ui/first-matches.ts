import { isOptionsGroup } from "@mantine/core";
import type { OptionsFilter } from "@mantine/core";

/** As many as anybody reads; a list of thousands would take seconds to open. */
const shown = 50;

/** Filter of a searchable choice that can grow: the first matches, and a last line that says how many more there are. */
export const firstMatches: OptionsFilter = ({ options, search }) => {
  const sought = search.trim().toLowerCase();
  const found = options.filter(
    (option) => !isOptionsGroup(option) && option.label.toLowerCase().includes(sought),
  );
  if (found.length <= shown) return found;
  const rest = `${(found.length - shown).toLocaleString()} more: type to find them`;
  return [...found.slice(0, shown), { value: "", label: rest, disabled: true }];
};
