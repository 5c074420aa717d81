import type { Questionnaire, QuestionnaireQuestion } from "#contract/answering/questionnaires.ts";
import type { Tone } from "#web/ui/parts.tsx";
import { formatCount } from "#web/ui/format.ts";

type Label = { text: string; tone: Tone };

export function stateOf({ state, total, reviewed }: Questionnaire): Label {
  if (state === "draft") return { text: "not started", tone: "plain" };
  if (state === "running") return { text: "running", tone: "plain" };
  if (state === "stopped") return { text: "stopped", tone: "bad" };
  return reviewed === total ? { text: "reviewed", tone: "ok" } : { text: "to review", tone: "warn" };
}

export function progressOf({ state, total, answered, reviewed }: Questionnaire): string {
  if (state === "draft") return formatCount(total, "question");
  const asked = `${answered} of ${total} answered`;
  return state === "finished" ? `${asked}, ${reviewed} reviewed` : asked;
}

const names: Record<QuestionnaireQuestion["state"], Label> = {
  waiting: { text: "waiting", tone: "plain" },
  asked: { text: "being answered", tone: "plain" },
  answered: { text: "answered", tone: "ok" },
  declined: { text: "declined", tone: "warn" },
  failed: { text: "failed", tone: "bad" },
  too_long: { text: "too long", tone: "bad" },
};

export const questionState = ({ state }: QuestionnaireQuestion): Label => names[state];
