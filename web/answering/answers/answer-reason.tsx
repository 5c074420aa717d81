import type { Answer } from "#contract/answering/answers.ts";
import { FootnoteMark, type Light } from "./footnote-mark.tsx";
import { withMarks } from "./marks.ts";
import classes from "./answer-reason.module.css";

type Props = Light & { answer: Pick<Answer, "outcome" | "reason" | "citations"> };

/** The reason nothing was answered; with an answer, a caveat: documents differ, or don't mention something. */
export function AnswerReason({ answer: { outcome, reason, citations }, ...light }: Props) {
  if (reason === null) return null;
  const known = new Set(citations.map(({ marker }) => marker));
  return (
    <p className={outcome === "answered" ? classes.caution : classes.reason} data-remark>
      {withMarks(reason, known).map((piece, index) =>
        typeof piece === "string" ? piece : <FootnoteMark key={index} marker={piece} {...light} />,
      )}
    </p>
  );
}
