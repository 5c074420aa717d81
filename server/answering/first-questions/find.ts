import { noTags } from "#contract/kernel/values.ts";
import { mostFirstQuestions, type FirstQuestion } from "#contract/answering/first-questions.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { questionsOfDocuments, type DocumentQuestion } from "#server/knowledge/documents/first-questions.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import type { FirstQuestions } from "#server/answering/answers/first-questions-port.ts";
import { askSide } from "#server/answering/test-runs/ask-side.ts";

/** Candidates for each question shown: some are answered with another sentence first. */
const mostTried = 6 * mostFirstQuestions;
/** Themes whose questions are remembered: a few kilobytes each. */
const mostThemes = 500;

type Found = { questions: FirstQuestion[]; isComplete: boolean };

/** Remembers the questions of a theme until its contents change: everyone who opens it asks for them. */
export function openFirstQuestions(): FirstQuestions {
  const known = new Map<string, { version: number; found: Promise<Found> }>();
  return {
    async of(services, theme) {
      const key = `${theme.company_id}/${theme.id}`;
      const version = theme.content_version;
      const before = known.get(key);
      const entry = before?.version === version ? before : { version, found: find(services, theme) };
      known.delete(key);
      known.set(key, entry);
      for (const oldest of known.keys()) {
        if (known.size <= mostThemes) break;
        known.delete(oldest);
      }
      const forget = () => {
        if (known.get(key) === entry) known.delete(key);
      };
      try {
        const { questions, isComplete } = await entry.found;
        if (!isComplete) forget();
        return questions;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}

/** The program's own work, no matter who opened the theme: none of it is recorded. */
async function find(services: VerbServices, theme: ThemeRow): Promise<Found> {
  const caller = jobCaller(services, "first-questions", theme.company_id);
  const candidates = await caller.transact((ctx) => questionsOfDocuments(ctx, theme, mostTried));
  const questions: FirstQuestion[] = [];
  let isComplete = true;
  while (candidates.length > 0 && questions.length < mostFirstQuestions) {
    const [candidate] = candidates.splice(leastLike(questions, candidates), 1);
    if (candidate === undefined) break;
    const answer = await asked(caller, theme, candidate);
    if (answer === "failed") isComplete = false;
    else if (answer !== null) questions.push(answer);
  }
  return { questions, isComplete };
}

/**
 * The place of the next candidate: of the document with the fewest questions so far, and of its, one that begins in another
 * way. A document whose first questions the theme answers otherwise still gets its turn.
 */
function leastLike(questions: FirstQuestion[], candidates: DocumentQuestion[]): number {
  const likeness = candidates.map(({ question, document_id: documentId }) => {
    const ofDocument = questions.filter((one) => one.documentId === documentId).length;
    const alike = questions.filter((one) => beginningOf(one.question) === beginningOf(question)).length;
    return ofDocument * (mostFirstQuestions + 1) + alike;
  });
  return likeness.indexOf(Math.min(...likeness));
}

const beginningOf = (question: string) => question.split(" ", 1)[0];

/** Null unless the theme answers with the very sentence. */
async function asked(
  caller: Caller,
  theme: ThemeRow,
  { question, sentence, document_id: documentId, version_id: versionId, name }: DocumentQuestion,
): Promise<FirstQuestion | "failed" | null> {
  const side = { theme, instead: [], others: [], key: null };
  const tested = { question, selectedTags: noTags, isRight: () => Promise.resolve(true) };
  const answer = await askSide(caller, side, tested, caller.services.stopping);
  if (answer.outcome === "failed") return "failed";
  const isItsOwn = answer.outcome === "answered" && answer.versionId === versionId;
  if (!isItsOwn || !oneSpaced(answer.words).includes(oneSpaced(sentence))) return null;
  return { question, answer: answer.text, documentId, documentName: name, page: answer.page };
}

const oneSpaced = (text: string) => text.replaceAll(/\s+/g, " ").trim();
