import { Select } from "@mantine/core";
import { memo, useMemo } from "react";
import type { Theme } from "#contract/themes.ts";
import { modelNames } from "../themes/model-names.ts";
import { firstMatches } from "../ui/first-matches.ts";
import { Badge } from "../ui/parts.tsx";
import classes from "./workbench.module.css";

export type ThemeChoiceProps = { themes: Theme[]; chosen: Theme; onChoose(themeId: number): void };

/** From here on it is quicker to type than to look. */
const searchFrom = 9;

/** Each option shows its model type (spec/2). Not drawn anew while a question is typed beside it. */
const ThemeChoice = memo(function ThemeChoice({
  themes,
  chosen,
  onChoose,
  opens,
}: ThemeChoiceProps & { opens: boolean }) {
  const data = useMemo(() => themes.map(({ id, name }) => ({ value: String(id), label: name })), [themes]);
  const byId = useMemo(() => new Map(themes.map((theme) => [String(theme.id), theme])), [themes]);
  return (
    <Select
      label="Theme"
      value={String(chosen.id)}
      onChange={(id) => id !== null && onChoose(Number(id))}
      allowDeselect={false}
      searchable={themes.length >= searchFrom}
      filter={firstMatches}
      data={data}
      autoFocus={opens}
      defaultDropdownOpened={opens}
      rightSectionWidth={84}
      rightSection={<Badge>{modelNames[chosen.modelType]}</Badge>}
      renderOption={({ option }) => {
        const theme = byId.get(option.value);
        return (
          <span className={classes.option}>
            {option.label} {theme && <Badge>{modelNames[theme.modelType]}</Badge>}
          </span>
        );
      }}
    />
  );
});
export default ThemeChoice;
