import { Button } from "../ui/button.tsx";
import { DialogActions } from "../ui/dialog-actions.tsx";
import { Secret } from "../ui/secret.tsx";
import classes from "./webhooks.module.css";

type Props = { secret: string; isRotated: boolean; onClose(): void };

/** Shows a signing secret, once. */
export function NewSecret({ secret, isRotated, onClose }: Props) {
  return (
    <div className={classes.stack}>
      <p>
        Copy the secret now. It is stored sealed and cannot be shown again. Your receiver verifies each
        message with it, as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes.
      </p>
      {isRotated && (
        <p>For 24 hours the earlier secret signs too, so that no message is refused meanwhile.</p>
      )}
      <Secret value={secret} label="Copy the secret" />
      <DialogActions>
        <Button tone="primary" onClick={onClose}>
          I copied it
        </Button>
      </DialogActions>
    </div>
  );
}
