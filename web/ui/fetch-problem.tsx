import { Button } from "./button.tsx";
import { reasonOf } from "./invalidating-mutation.ts";
import { DialogActions } from "./dialog-actions.tsx";
import { Empty, Problem } from "./parts.tsx";
import classes from "./form.module.css";

type Props = {
  error: Error;
  onRetry(): void;
  /** Closes the surrounding dialog. */
  onClose?(): void;
};

/** Why an item can't be shown. A missing item isn't a failure: say so calmly, without a retry. */
export function FetchProblem({ error, onRetry, onClose }: Props) {
  if (!("code" in error && error.code === "not_found"))
    return <Problem onRetry={onRetry}>{reasonOf(error) ?? "It could not be loaded."}</Problem>;
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
