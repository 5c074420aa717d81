import type { ApiKey } from "#contract/identity/api-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { CopiedCode } from "./copied-code.tsx";
import classes from "./connections.module.css";

/** The line that a website needs to show the widget. Its key is no secret, so it can be shown at any time. */
export function EmbedWidget({
  of: { name, widget, allowedOrigins },
  onClose,
}: {
  of: ApiKey;
  onClose(): void;
}) {
  if (widget === null) return null;
  const { origin } = window.location;
  return (
    <Modal opened onClose={onClose} size="lg" title={`Embed ${name}`}>
      <div className={classes.embed}>
        <p>Paste this line into your pages. It adds a button at the bottom right.</p>
        <CopiedCode
          name="your website"
          code={`<script src="${origin}/widget.js" data-key="${widget.key}" async></script>`}
        />
        <p>
          Shown on {allowedOrigins.join(", ")}. If these pages have a content security policy, add {origin} to
          its script-src and frame-src.
        </p>
        <p>
          A visitor can ask {widget.visitorQuestionsPerHour} questions an hour, and all visitors{" "}
          {widget.questionsPerDay.toLocaleString("en")} a day.
        </p>
        <p>
          <a href={`/widget/${widget.key}/preview`} target="_blank" rel="noopener">
            Preview the widget in a new tab
          </a>
        </p>
        <DialogActions>
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Modal>
  );
}
