import type { createApiKey } from "#contract/api-keys.ts";
import type { Output } from "#contract/endpoint.ts";
import { Button } from "../ui/button.tsx";
import { DialogActions } from "../ui/dialog-actions.tsx";
import { Secret } from "../ui/secret.tsx";
import { HowToConnect } from "./how-to-connect.tsx";
import { TryIt } from "./try-it.tsx";
import classes from "./connections.module.css";

type Props = { created: Output<typeof createApiKey>; onClose(): void };

/** Shows a key, once. */
export function NewKey({ created: { key, secret }, onClose }: Props) {
  const theme = key.themes[0] ?? null;
  return (
    <div className={classes.created}>
      <p>Copy the key now. It is not kept and cannot be shown again.</p>
      <Secret value={secret} label="Copy the key" />
      {key.scopes.includes("theme:ask") && theme !== null && <TryIt secret={secret} theme={theme} />}
      <HowToConnect secret={secret} themeId={theme?.id ?? null} />
      <DialogActions>
        <Button tone="primary" onClick={onClose}>
          I copied it
        </Button>
      </DialogActions>
    </div>
  );
}
