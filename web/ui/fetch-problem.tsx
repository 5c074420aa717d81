import { Button } from "./button.tsx";
import { reasonOf } from "./invalidating-mutation.ts";
import { DialogActions } from "./dialog-actions.tsx";
import { Empty, Problem } from "./parts.tsx";
import classes from "./form.module.css";

type Props = {
  error: Error;
  onRetry(): void;
  /** Ends the dialog in which it stands. */
  onClose?(): void;
};

/** Why one thing cannot be shown. What is gone is no failure: it is said calmly, and nothing can be tried again. */
export function FetchProblem({ error, onRetry, onClose }: Props) {
  if (!("code" in error && error.code === "not_found"))
    return <Problem onRetry={onRetry}>{reasonOf(error) ?? "It could not be fetched."}</Problem>;
  if (onClose === undefined) return <Empty>{error.message}</Empty>;
  return (
    <div className={classes.form}>
      <p>{error.message}</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </div>
  );
}
