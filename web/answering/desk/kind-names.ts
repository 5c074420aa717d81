import type { DeskKind } from "#contract/answering/desk.ts";
import type { Tone } from "#web/ui/parts.tsx";

/** Why a question or an answer waits. */
export const kinds: Record<DeskKind, { text: string; tone: Tone }> = {
  declined: { text: "declined", tone: "warn" },
  bad_rating: { text: "rated bad", tone: "bad" },
  disagreement: { text: "documents disagree", tone: "bad" },
  test_run: { text: "changes answers", tone: "warn" },
  approval: { text: "waits for approval", tone: "warn" },
  suspended: { text: "suspended", tone: "bad" },
  due: { text: "due", tone: "warn" },
  said_same: { text: "asked in other words", tone: "warn" },
};
