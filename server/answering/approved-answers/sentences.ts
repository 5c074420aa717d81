import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import type { CheckedClaim } from "#engine/draft.ts";
import { asEvidence, type Evidence, type FoundPassage } from "#engine/evidence.ts";
import { locateWords } from "#engine/text/locate-words.ts";
import { citedSentencesOf, withPlainMarks } from "#engine/verify/cited-sentences.ts";
import { marksOf, withoutMarks, type CheckedAnswer } from "#engine/verify/claims.ts";
import { hasWordsOf } from "#engine/verify/compare.ts";
import { leadsOn } from "#engine/verify/lead-lines.ts";
import { runInAnswerPool, type Asking } from "#server/answering/answers/run-in-answer-pool.ts";
import { lateAnswer, onDeadline } from "#server/platform/deadline.ts";
import { AppError, invalid } from "#server/platform/errors.ts";

/** A heading, its number, a rule or the line below a table header states nothing. */
const isStatement = (sentence: string) =>
  /[\p{L}\p{N}]/u.test(sentence) &&
  !/^[*_]{0,3}\d{1,3}(?:\.\d{1,3}){0,5}\.?$/.test(sentence) &&
  !/^#{1,6} /.test(sentence) &&
  !/^\*\*[^*]{1,300}\*\*$/.test(sentence);

/** The sentences of an answer with their marks, and with the verdict of the passages that each cites. */
export async function checkSentences(
  caller: Asking,
  written: string,
  cited: Evidence[],
  vouchedFor: boolean,
): Promise<{ answer: string; claims: CheckedClaim[] }> {
  const plain = withPlainMarks(written).trim();
  const checked = await check(caller, plain, cited);
  const sentences = citedSentencesOf(plain);
  // chosen alone, it is what a single sentence rests on
  const statements = sentences.filter(({ text }) => isStatement(text) && !leadsOn(text));
  const only = cited.length === 1 && statements.length === 1 ? cited[0] : undefined;
  let answer = "";
  let end = 0;
  const claims: CheckedClaim[] = [];
  for (const [place, sentence] of sentences.entries()) {
    answer += plain.slice(end, sentence.start);
    end = sentence.end;
    const claim = checked[place];
    const own = [...new Set(sentence.ranks)];
    const missing = own.find((rank) => !cited.some((item) => item.rank === rank));
    if (missing !== undefined)
      throw invalid(
        "answer",
        `The mark [${missing}] has no citation. Choose its words, or leave the mark out.`,
      );
    const markers =
      own.length > 0
        ? own
        : only !== undefined && isStatement(sentence.text)
          ? [only.rank]
          : (claim?.statedBy ?? []);
    const start = answer.length;
    answer += sentence.text;
    if (markers.length === 0) {
      if (!isStatement(sentence.text) || leadsOn(sentence.text)) continue;
      throw invalid(
        "citations",
        `No citation states “${sentence.text.slice(0, 200).toWellFormed()}”. Give this sentence the mark of the words it rests on.`,
      );
    }
    if (claim?.verdict === "contradicted" && !vouchedFor)
      throw invalid(
        "vouchedFor",
        `The words chosen for “${sentence.text.slice(0, 200).toWellFormed()}” seem to say otherwise. Compare them and mend the sentence or the choice, or confirm that they say it.`,
      );
    claims.push({
      start,
      end: answer.length,
      markers,
      // a person vouches for it; the check says only whether the words state it by themselves
      verdict: claim?.verdict === "supported" ? "supported" : "open",
    });
    answer += ` ${marksOf(markers)}`;
  }
  if (claims.length === 0) throw invalid("answer", "Write at least one sentence that its citations state.");
  return { answer: answer.trimEnd(), claims };
}

/** An answer with marks, and the words that state its sentences, among the sources. */
export async function statedBy(
  caller: Asking,
  written: string,
  sources: readonly Evidence[],
): Promise<{ text: string; citations: ChosenCitation[] }> {
  const bare = withoutMarks(withPlainMarks(written)).trim();
  const evidence = sources.map((item, index) => ({ ...item, rank: index + 1 }));
  // each sentence may rest on any of them
  const marks = marksOf(evidence.map(({ rank }) => rank));
  const sentences = citedSentencesOf(bare);
  const marked = sentences.map(({ text }) => `${text} ${marks}`).join("\n");
  const checked = await check(caller, marked, evidence);
  const citations: ChosenCitation[] = [];
  const markerOf = new Map<string, number>();
  let text = "";
  let end = 0;
  for (const [place, sentence] of sentences.entries()) {
    text += bare.slice(end, sentence.start) + sentence.text;
    end = sentence.end;
    if (!isStatement(sentence.text) || leadsOn(sentence.text)) continue;
    const { verdict, words: found = [] } = checked[place] ?? {};
    // nobody has seen which words are chosen here: they have to say it
    const words =
      verdict === "supported"
        ? found
        : found.filter(({ item, quote }) => hasWordsOf(sentence.text, { evidence: item, quote }));
    if (words.length === 0)
      throw invalid(
        "citations",
        `None of the answer's sources says “${sentence.text.slice(0, 200).toWellFormed()}” in these words. Write it in the document's words, or choose the words that it rests on.`,
      );
    const markers = (verdict === "supported" ? words : words.slice(0, 1)).map(({ item, quote }) => {
      const chosen = { documentId: item.documentId, quote: isIn(item.text, quote) ? quote : item.text };
      const key = `${item.versionId}/${item.ordinal}/${chosen.quote}`;
      const marker = markerOf.get(key) ?? citations.push(chosen);
      markerOf.set(key, marker);
      return marker;
    });
    text += ` ${marksOf(new Set(markers))}`;
  }
  return { text: text.trimEnd(), citations };
}

/**
 * The words of a passage that state each of these sentences by themselves, from the first one to the last; null if they don't.
 */
export async function restatedIn(
  caller: Asking,
  words: string,
  passage: FoundPassage,
): Promise<string | null> {
  const sentences = citedSentencesOf(words).filter(({ text }) => isStatement(text));
  // people end their sentences where they mean to, with or without a full stop
  const marked = sentences.map(({ text }) => `${text.replace(/(?<=[\p{L}\p{N})])$/u, ".")} [1]`).join("\n");
  const checked = (await check(caller, marked, [asEvidence(passage, 1)])).filter((one) => one !== undefined);
  if (checked.length === 0 || checked.some(({ verdict }) => verdict !== "supported")) return null;
  const places = checked.flatMap((one) => one.words.map(({ quote }) => locateWords(passage.text, quote)));
  const [starts, ends] = [places.map((place) => place?.start ?? -1), places.map((place) => place?.end ?? -1)];
  return Math.min(...starts) < 0 ? null : passage.text.slice(Math.min(...starts), Math.max(...ends));
}

const isIn = (text: string, words: string) => locateWords(text, words) !== null;

type Checked = {
  verdict: CheckedClaim["verdict"];
  statedBy: number[];
  words: { item: Evidence; quote: string }[];
};

/** By the number of the sentence. */
async function check(caller: Asking, answer: string, evidence: Evidence[]): Promise<(Checked | undefined)[]> {
  const work = runInAnswerPool(
    caller,
    "check",
    { written: answer, question: "", evidence },
    new AbortController().signal,
  );
  const { claims, sources }: CheckedAnswer = await onDeadline(work, (cause) => {
    const fields = { answer: "Shorten it, or cite fewer passages." };
    const says = "This answer takes too long to check. Shorten it, or cite fewer passages.";
    throw lateAnswer(cause, new AppError("invalid", says, { fields, cause }));
  });
  let next = 0;
  return citedSentencesOf(answer).map(({ text }) => {
    if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
    const claim = claims[next++];
    if (claim === undefined) return undefined;
    const words =
      // in other words than its source, a sentence is open: the person who approves it vouches for it
      claim.verdict === "supported" || claim.verdict === "open"
        ? claim.markers.flatMap((marker) => {
            const source = sources[marker - 1];
            return source === undefined ? [] : [{ item: source.evidence, quote: source.quote }];
          })
        : [];
    return { verdict: claim.verdict, words, statedBy: [...new Set(words.map(({ item }) => item.rank))] };
  });
}
