import { SlidersHorizontal, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { restoreFocusOnRemoval } from "./restore-focus.ts";
import { SearchInput } from "./search-input.tsx";
import { useSearchParams } from "./search-params.ts";
import classes from "./filter-bar.module.css";

/** An active filter: its kind, its value, and the URL parameters to clear. */
export type ActiveFilter = { label: string; text: string; names: readonly string[] };

type Props = {
  /** The group's accessible name. */
  label: string;
  search: { label: string; placeholder: string };
  /** Every filter's URL parameter, including the search's 'q'. */
  names: readonly string[];
  /** Parameters reset by every change, such as the page. */
  resets?: readonly string[];
  /** Always visible filters; they show their value themselves. */
  pinned?: ReactNode;
  /** The active filters among the collapsed ones. */
  active?: readonly ActiveFilter[];
  /** Other actions on the list; at the end of the row. */
  end?: ReactNode;
  /** The filters behind the button. */
  children?: ReactNode;
};

/**
 * Search, one button for all other filters, and a chip for each active one, at every width. The URL holds all of it. The
 * filters open over the list: what they narrow stays where it is.
 */
export function FilterBar(props: Props) {
  const { label, search, names, resets = ["page"], pinned, active = [], end, children } = props;
  const [isOpen, setOpen] = useState(false);
  const choices = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    const press = () => {
      if (!isInside.current) setOpen(false);
      isInside.current = false;
    };
    document.addEventListener("mousedown", press);
    return () => document.removeEventListener("mousedown", press);
  }, [isOpen]);
  const address = useSearchParams(names);
  const without = (gone: readonly string[]) =>
    Object.fromEntries([...gone, ...resets].map((name) => [name, undefined]));
  return (
    <div
      ref={restoreFocusOnRemoval}
      className={classes.filters}
      role="search"
      aria-label={label}
      // React's event: the options of a choice are elsewhere on the page
      onMouseDownCapture={() => (isInside.current = true)}
      onKeyDown={(event) => {
        // the first one closes a choice's options
        const isChoosing = event.target instanceof HTMLInputElement && event.target.ariaExpanded === "true";
        if (event.key !== "Escape" || !isOpen || isChoosing) return;
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget?.closest("main") && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
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
            ref={button}
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
      {children !== undefined && (
        <div id={choices} className={classes.choices} hidden={!isOpen}>
          {isOpen && children}
        </div>
      )}
    </div>
  );
}
