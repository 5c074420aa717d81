import { Checkbox } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { formatNumber } from "./format.ts";
import { reasonOf } from "./invalidating-mutation.ts";
import { restoreFocusOnRemoval } from "./restore-focus.ts";
import { mostSelected, type Selection } from "./selection.ts";
import { toastError } from "./toast.tsx";
import classes from "./selection-bar.module.css";

type Props<Row> = {
  /** In the plural: 'users'. */
  things: string;
  selection: Selection<Row>;
  /** Those on the screen. */
  shown: Row[];
  /** All that match, on every page. */
  total: number;
  /** Loads all that match, at most `mostSelected`; undefined: all are shown. */
  onAll?: (() => Promise<Row[]>) | undefined;
  /** The actions on the chosen ones. */
  children: ReactNode;
};

/** Above a list: chooses its rows, says how many are chosen, and offers to act on all of them. */
export function SelectionBar<Row>({ things, selection, shown, total, onAll, children }: Props<Row>) {
  const [isLoading, setLoading] = useState(false);
  const here = shown.filter((row) => selection.has(row)).length;
  const count = selection.rows.length;
  const elsewhere = count - here;
  const isAll = here === shown.length && here > 0;
  const all = async () => {
    if (onAll === undefined) return;
    setLoading(true);
    try {
      selection.choose(await onAll(), true);
    } catch (error) {
      toastError(`The ${things} could not be loaded`, reasonOf(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <div ref={restoreFocusOnRemoval} className={classes.bar} role="group" aria-label={`Selected ${things}`}>
      <Checkbox
        size="xs"
        label={shown.length === 1 ? "Select this one" : `Select these ${formatNumber(shown.length)}`}
        checked={isAll}
        indeterminate={here > 0 && !isAll}
        disabled={shown.length === 0 || (selection.isFull && here === 0)}
        onChange={() => selection.choose(shown, !isAll)}
      />
      <span className={classes.count} role="status">
        {count === 0
          ? ""
          : `${formatNumber(count)} selected${elsewhere > 0 ? `, ${formatNumber(elsewhere)} of them on other pages` : ""}${selection.isFull ? `, and no more than ${formatNumber(mostSelected)} at once` : ""}`}
      </span>
      {count > 0 && (
        <div className={classes.actions}>
          {isAll && onAll !== undefined && total > count && !selection.isFull && (
            <Button size="compact-sm" tone="quiet" loading={isLoading} onClick={() => void all()}>
              {total > mostSelected
                ? `Select the first ${formatNumber(mostSelected)} of ${formatNumber(total)}`
                : `Select all ${formatNumber(total)}`}
            </Button>
          )}
          {children}
          <Button size="compact-sm" tone="quiet" onClick={selection.clear}>
            Clear selection
          </Button>
        </div>
      )}
    </div>
  );
}

/** A row's box. */
export function SelectRow<Row>({
  selection,
  row,
  name,
}: {
  selection: Selection<Row>;
  row: Row;
  name: string;
}) {
  const isChosen = selection.has(row);
  return (
    <Checkbox
      size="xs"
      className={classes.box}
      aria-label={`Select ${name}`}
      checked={isChosen}
      disabled={!isChosen && selection.isFull}
      onChange={(event) => selection.choose([row], event.currentTarget.checked)}
    />
  );
}
