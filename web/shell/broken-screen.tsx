import { Button } from "#web/ui/button.tsx";
import { Message } from "./message.tsx";

/** A screen that couldn't be fetched (the connection, or a newer version on the server) or rendered. */
export function BrokenScreen() {
  return (
    <Message
      title="This screen could not be opened"
      action={
        <Button tone="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      Either the connection failed, or Footnote was updated while this page was open. What you typed in the
      workbench is saved.
    </Message>
  );
}
