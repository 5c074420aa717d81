import { SlidersHorizontal, X } from "lucide-react";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { keepsFocus } from "./keeps-focus.ts";
import { SearchInput } from "./search-input.tsx";
import { useSearchParams } from "./search-params.ts";
import classes from "./filter-bar.module.css";

/** A filter that is set: its kind, its value, and the names in the address that take it away. */
export type ActiveFilter = { label: string; text: string; names: readonly string[] };

type Props = {
  /** What screen readers call the whole. */
  label: string;
  search: { label: string; placeholder: string };
  /** Every filter's name in the address, the search's 'q' among them. */
  names: readonly string[];
  /** What begins anew with every change, as the page of the list does. */
  resets?: readonly string[];
  /** Choices that are always in sight; they show their value themselves. */
  pinned?: ReactNode;
  /** Those of the folded choices that are set. */
  active?: readonly ActiveFilter[];
  /** What else is done with the list; at the end of the row. */
  end?: ReactNode;
  /** The choices that the button opens. */
  children?: ReactNode;
};

/**
 * Search, one button for all other choices, and a chip for each that is set, at every width. All of it is kept in the
 * address.
 */
export function FilterBar(props: Props) {
  const { label, search, names, resets = ["page"], pinned, active = [], end, children } = props;
  const [isOpen, setOpen] = useState(false);
  const choices = useId();
  const address = useSearchParams(names);
  const without = (gone: readonly string[]) =>
    Object.fromEntries([...gone, ...resets].map((name) => [name, undefined]));
  return (
    <div ref={keepsFocus} className={classes.filters} role="search" aria-label={label}>
      <div className={classes.bar}>
        <SearchInput
          {...search}
          className={classes.search}
          value={address.text("q")}
          onSearch={(q) => address.refine({ ...without([]), q })}
        />
        {pinned}
        {children !== undefined && (
          <Button
            aria-expanded={isOpen}
            aria-controls={choices}
            leftSection={<SlidersHorizontal size={15} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {active.length === 0 ? "Filters" : `Filters (${active.length})`}
          </Button>
        )}
        <div className={classes.end}>{end}</div>
      </div>
      {children !== undefined && (
        <div id={choices} className={classes.choices} hidden={!isOpen}>
          {isOpen && children}
        </div>
      )}
      {active.length > 0 && (
        <div className={classes.active}>
          {active.map((filter) => (
            <button
              key={filter.names.join()}
              type="button"
              className={classes.chip}
              aria-label={`Remove ${filter.label}: ${filter.text}`}
              onClick={() => address.open(without(filter.names))}
            >
              <span>
                {filter.label}: {filter.text}
              </span>
              <X size={13} aria-hidden />
            </button>
          ))}
          <Button size="compact-sm" tone="quiet" onClick={() => address.open(without(names))}>
            Clear filters
          </Button>
        </div>
      )}
    </div>
  );
}
