import { Select, type SelectProps } from "@mantine/core";
import { Check } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { loadingName, useRemoteOptions, type Source } from "./remote-options.ts";
import { distinctLabels } from "./distinct-labels.ts";
import classes from "./remote-select.module.css";

/** With this many or more, typing is faster than scrolling. */
const searchFrom = 9;

/** The value of the option outside the list. */
const noneOfThem = "none";

type Props<Row> = Omit<
  SelectProps,
  | "data"
  | "defaultValue"
  | "filter"
  | "nothingFoundMessage"
  | "onChange"
  | "onOptionSubmit"
  | "onSearchChange"
  | "renderOption"
  | "searchValue"
  | "searchable"
  | "value"
> & {
  source: Source<Row>;
  /** Named explicitly: it may not be among the first results. */
  chosen: { id: number; label: string } | null;
  onChoose(row: NoInfer<Row> | null): void;
  /** A row's rendering in the list, where its name says too little; `label` tells it from others of that name. */
  optionOf?(row: NoInfer<Row>, label: string): ReactNode;
  /** A first option outside the list: 'All Companies'. */
  none?: string;
  /** It was pressed before it had loaded. */
  opens?: boolean;
  /** Shown in the field when there is nothing to choose. */
  empty?: string;
  /** In a row of fields: shows a failed list's error in the dropdown, not below the field, where it would push them away. */
  inRow?: boolean;
};

/** A picker for a list of any length: its first rows by name, the others by typing. */
export function RemoteSelect<Row extends { id: number }>({
  source,
  chosen,
  onChoose,
  none,
  empty,
  optionOf,
  opens = false,
  inRow = false,
  ...select
}: Props<Row>) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!opens) return;
    // in a separate frame, like a user: the field and its list have their ids by then
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.click();
    });
    return () => cancelAnimationFrame(frame);
  }, [opens]);
  const id = chosen?.id;
  const label = chosen?.label;
  const { labelOf } = source;
  // the field holds the chosen name as if typed, with its id if the list has two of that
  // name; that isn't a search
  const isSearch = typed !== "" && typed !== (label ?? none) && typed !== `${label} #${id}`;
  const { rows, more, total, isLoading, isError, retry } = useRemoteOptions(source, isSearch ? typed : "");
  // the field knows the options before the rows; search results leave them out
  const before = useMemo(() => {
    const options = none === undefined ? [] : [{ value: noneOfThem, label: none }];
    if (id !== undefined && label !== undefined && !rows.some((row) => row.id === id))
      options.push({ value: String(id), label });
    return options;
  }, [rows, id, label, none]);
  const data = useMemo(() => {
    const rest = `${more.toLocaleString()} more: type to find them`;
    const known = rows.map((row) => ({ id: row.id, label: labelOf(row) }));
    const labels = distinctLabels(
      id === undefined || label === undefined ? known : [{ id, label }, ...known],
    );
    const named = ({ value, label: name }: { value: string; label: string }) => ({
      value,
      label: labels.get(Number(value)) ?? name,
    });
    return [
      ...before.map(named),
      ...known.map(({ id: value, label: name }) => named({ value: String(value), label: name })),
      ...(more > 0 ? [{ value: "", label: rest, disabled: true }] : []),
    ];
  }, [before, rows, labelOf, more, id, label]);
  const shown = data.find(({ value }) => value === (id === undefined ? noneOfThem : String(id)))?.label;
  const isEmpty = total === 0;
  return (
    <Select
      {...select}
      ref={field}
      error={isError ? inRow || source.failure : select.error}
      title={isError ? source.failure : select.title}
      onDropdownOpen={() => isError && retry()}
      disabled={isEmpty || select.disabled}
      placeholder={isEmpty ? (empty ?? select.placeholder) : select.placeholder}
      // the name, when it arrives, replaces the field's text: until then, typing is off
      searchable={total !== undefined && total >= searchFrom && label !== loadingName}
      nothingFoundMessage={isError ? source.failure : isLoading ? "Searching …" : "No matches"}
      filter={({ options }) => (isSearch ? options.slice(before.length) : options)}
      data={data}
      {...(optionOf && {
        renderOption: ({ option, checked }) => {
          const row = rows.find((item) => String(item.id) === option.value);
          return (
            <>
              {checked && <Check size={14} aria-hidden className={classes.tick} />}
              {row === undefined ? option.label : optionOf(row, option.label)}
            </>
          );
        },
      })}
      value={chosen === null ? (none === undefined ? null : noneOfThem) : String(chosen.id)}
      searchValue={typed}
      onSearchChange={setTyped}
      // the same option may be chosen again: then only the search text changes
      onOptionSubmit={() => setTyped(shown ?? "")}
      onChange={(value) => onChoose(rows.find((row) => String(row.id) === value) ?? null)}
      // typing starts a search; it doesn't append to the current name
      onClick={(event) => event.currentTarget.select()}
    />
  );
}
