import { Checkbox } from "@mantine/core";
import classes from "./described-options.module.css";

type Props<Option extends string> = {
  label: string;
  /** In the order shown. */
  options: Readonly<Record<Option, { name: string; means: string }>>;
  chosen: readonly NoInfer<Option>[];
  error: string | undefined;
  onChange(chosen: Option[]): void;
};

/** Checkboxes with a line about each, in two columns if they fit. */
export function DescribedOptions<Option extends string>({
  label,
  options,
  chosen,
  error,
  onChange,
}: Props<Option>) {
  const all = Object.keys(options) as Option[];
  return (
    <Checkbox.Group
      label={label}
      value={[...chosen]}
      error={error}
      onChange={(values) => onChange(all.filter((option) => values.includes(option)))}
    >
      <div className={classes.options}>
        {all.map((option) => (
          <Checkbox
            key={option}
            value={option}
            label={options[option].name}
            description={options[option].means}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
