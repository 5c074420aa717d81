import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "#web/kernel/api.ts";
import { Problem } from "#web/ui/parts.tsx";

/** It may lie below the fold, or behind the bar with the button that brought it. */
const showWhole = (field: HTMLElement | null) => field?.scrollIntoView({ block: "center" });

/**
 * Where the check takes the chosen words to say otherwise than the answer, whoever compared them can confirm: the refusal
 * stays in sight, with a box to tick, until the answer or its words change.
 */
export function useVouching() {
  const [doubt, setDoubt] = useState<string | null>(null);
  const [vouchedFor, setVouchedFor] = useState(false);
  const show = (text: string | null) => {
    setDoubt(text);
    setVouchedFor(false);
  };
  return {
    vouchedFor,
    /** Whether the failure is such a doubt, which is shown from now on. */
    doubts(failure: unknown): boolean {
      const text = failure instanceof ApiError ? failure.fields.vouchedFor : undefined;
      if (text !== undefined) show(text);
      return text !== undefined;
    },
    forget: (change: object) => {
      if (["answer", "correctedAnswer", "citations", "verdict"].some((name) => name in change)) show(null);
    },
    field:
      doubt === null ? null : (
        <>
          <div ref={showWhole}>
            <Problem>{doubt}</Problem>
          </div>
          <Checkbox
            label="I compared them: the words say it"
            checked={vouchedFor}
            onChange={(event) => setVouchedFor(event.currentTarget.checked)}
          />
        </>
      ),
  };
}
