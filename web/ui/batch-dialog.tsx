import { Progress } from "@mantine/core";
import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { formatCount, formatNumber } from "./format.ts";
import { reasonOf } from "./invalidating-mutation.ts";
import { Modal } from "./modal.tsx";
import classes from "./batch-dialog.module.css";

type Refused<Row> = { row: Row; reason: string };
type Outcome<Row> = {
  isUndo: boolean;
  /** Those that were changed. */
  done: Row[];
  /** Those that were already as they should be. */
  unchanged: number;
  refused: Refused<Row>[];
  /** Those left when the person stopped. */
  untouched: number;
};

type Props<Row> = {
  question: string;
  action: string;
  rows: Row[];
  /** One of the rows: 'user'. */
  thing: string;
  nameOf(row: NoInfer<Row>): string;
  /** Acts on one row. @returns false if there was nothing to do */
  run(row: NoInfer<Row>): Promise<boolean>;
  /** Takes one back; undefined: it can't be. */
  undo?: ((row: NoInfer<Row>) => Promise<unknown>) | undefined;
  /** After '9 users': 'deactivated'. */
  done: string;
  undone?: string;
  isDanger?: boolean;
  canRun?: boolean;
  /** What the action makes stale. */
  stale: QueryKey[];
  /** Before the action: its fields and its consequences. */
  children?: ReactNode;
  /** `isDone`: the action was carried out, so the rows are old. */
  onClose(isDone: boolean): void;
};

/** Calls at the same time: each waits mostly for the network, and the record takes one event after the other. */
const atOnce = 3;

/**
 * Asks, acts on one row after the other, and says what became of each: those that may be changed are, the others are
 * named with their reason, and where possible all of it can be taken back.
 */
export function BatchDialog<Row>(props: Props<Row>) {
  const { question, action, rows, thing, nameOf, run, undo, done, undone, isDanger, canRun = true } = props;
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ at: number; of: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Row> | null>(null);
  const isStopped = useRef(false);

  const act = async (isUndo: boolean, those: Row[], work: (row: Row) => Promise<unknown>) => {
    isStopped.current = false;
    setOutcome(null);
    setProgress({ at: 0, of: those.length });
    const result: Outcome<Row> = { isUndo, done: [], unchanged: 0, refused: [], untouched: 0 };
    const waiting = [...those];
    const worker = async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        if (isStopped.current) {
          result.untouched += 1;
          continue;
        }
        try {
          if ((await work(row)) === false) result.unchanged += 1;
          else result.done.push(row);
        } catch (error) {
          result.refused.push({ row, reason: reasonOf(error) ?? "It was not changed." });
        }
        setProgress((before) => before && { ...before, at: before.at + 1 });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await Promise.all(props.stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    setProgress(null);
    setOutcome(result);
  };

  const close = () => {
    if (progress === null) props.onClose(outcome !== null);
  };
  return (
    <Modal opened onClose={close} closeOnClickOutside={progress === null} size="md" title={question}>
      {outcome === null && progress === null && <div className={classes.before}>{props.children}</div>}
      <div role="status">
        {progress !== null && (
          <>
            <p>
              {formatNumber(progress.at)} of {formatNumber(progress.of)}
            </p>
            <Progress
              size="sm"
              color="var(--ink)"
              value={(progress.at / Math.max(1, progress.of)) * 100}
              aria-label={question}
            />
          </>
        )}
        {outcome !== null && (
          <Result
            outcome={outcome}
            thing={thing}
            nameOf={nameOf}
            done={outcome.isUndo ? (undone ?? done) : done}
          />
        )}
      </div>
      <DialogActions>
        {progress !== null ? (
          <Button onClick={() => (isStopped.current = true)}>Stop</Button>
        ) : outcome !== null ? (
          <>
            {undo !== undefined && !outcome.isUndo && outcome.done.length > 0 && (
              <Button onClick={() => void act(true, outcome.done, undo)}>Undo</Button>
            )}
            <Button tone="primary" autoFocus onClick={close}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              tone={isDanger === true ? "danger" : "primary"}
              disabled={!canRun || rows.length === 0}
              onClick={() => void act(false, rows, run)}
            >
              {action}
            </Button>
          </>
        )}
      </DialogActions>
    </Modal>
  );
}

type ResultProps<Row> = {
  outcome: Outcome<Row>;
  thing: string;
  nameOf(row: Row): string;
  done: string;
};

function Result<Row>({ outcome, thing, nameOf, done }: ResultProps<Row>) {
  const counted = (count: number) => formatCount(count, thing);
  const { refused, unchanged, untouched } = outcome;
  return (
    <>
      <p>
        {outcome.done.length === 0 ? "Nothing was changed." : `${counted(outcome.done.length)} ${done}.`}
        {unchanged > 0 && ` ${counted(unchanged)} needed no change.`}
        {untouched > 0 && ` You stopped before ${counted(untouched)}.`}
      </p>
      {refused.length > 0 && (
        <>
          <p>Not changed: {counted(refused.length)}.</p>
          <ul className={classes.refused} tabIndex={0} aria-label="Not changed">
            {refused.map((one, at) => (
              <li key={at}>
                <strong>{nameOf(one.row)}</strong> {one.reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
