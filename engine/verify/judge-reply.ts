import { withoutEnds } from "#engine/text/trim.ts";

/** `kind` null: not said, or nothing told. */
export type Reply = { isYes: boolean; kind: "contradicts" | "condition" | null; words: string };

const quotationMark = /["'“”‘’`*]/;
const line = /^[\s>*-]{0,9}\(?(\d{1,3})\s{0,3}[:.)]\s{0,3}(.+)$/;
const ruling =
  /^(?:(yes|no)\b[\s,.:;–-]{0,4})?(?:(contradict(?:s|ed)?|otherwise|condition|exception|not said|unsaid|not stated)\b[\s,.:;–-]{0,4})?(.*)$/i;

/** Replies by number of the question; the first of two counts. Everything else is ignored. */
export function readReply(reply: string): Map<number, Reply> {
  const replies = new Map<number, Reply>();
  for (const written of reply.split("\n")) {
    const [, number = "", said = ""] = line.exec(written) ?? [];
    const [, answer, name, words = ""] = ruling.exec(withoutEnds(said.trim(), quotationMark)) ?? [];
    if (number === "" || (answer === undefined && name === undefined) || replies.has(Number(number)))
      continue;
    const isYes = answer === undefined ? true : answer.toLowerCase() === "yes";
    replies.set(Number(number), {
      isYes,
      kind: kindOf(name),
      words: withoutEnds(words.trim(), quotationMark),
    });
  }
  return replies;
}

function kindOf(name = ""): Reply["kind"] {
  if (/^(?:contradict|otherwise)/i.test(name)) return "contradicts";
  return /^(?:condition|exception)/i.test(name) ? "condition" : null;
}
