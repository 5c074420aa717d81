import type { ProgramAnswer, ProgramGreeting } from "#contract/answering/programs.ts";
import { inWords } from "#server/answering/programs/in-words.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { modelOf } from "./request.ts";

type Annotation = {
  type: "url_citation";
  url_citation: { start_index: number; end_index: number; title: string; url: string };
};
export type Said = { content: string; annotations: Annotation[] };
export type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number };

/** Of a completion, the same in all its chunks. */
export type Head = { id: string; created: number; model: string };

export const headOf = (id: number | null, model: string, askedAt: Date): Head => ({
  id: `chatcmpl-${id ?? crypto.randomUUID()}`,
  created: Math.floor(askedAt.getTime() / 1000),
  model,
});

/** A theme as a model; clients that show a name show the theme's. */
export function presentModel({ id, name, created_at }: ThemeRow) {
  return {
    id: modelOf(id),
    object: "model",
    created: Math.floor(created_at.getTime() / 1000),
    owned_by: "footnote",
    name,
  };
}

/** The answer as text with its footnotes, and each mark in it as an annotation. */
export function wordsOf(answer: ProgramAnswer | ProgramGreeting): Said {
  if (answer.outcome === "greeting") {
    const questions = answer.questions.map((question) => `- ${question}`);
    return { content: [answer.text, ...questions].join("\n"), annotations: [] };
  }
  const content = inWords(answer);
  if (answer.outcome !== "answered") return { content, annotations: [] };
  const sources = new Map(answer.citations.map((citation) => [String(citation.number), citation]));
  const annotations = [...answer.text.matchAll(/\[(\d{1,4})\]/g)].flatMap((mark) => {
    const source = sources.get(mark[1] ?? "");
    if (source === undefined) return [];
    // in characters, as Python counts them
    const start = [...answer.text.slice(0, mark.index)].length;
    const place = source.page === null ? source.section : `page ${source.page}`;
    const title = [source.document.name, place].filter(Boolean).join(", ");
    const citation = { start_index: start, end_index: start + mark[0].length, title, url: source.url };
    return [{ type: "url_citation" as const, url_citation: citation }];
  });
  return { content, annotations };
}

export function presentCompletion(head: Head, { content, annotations }: Said, usage: Usage) {
  return {
    ...head,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: null, annotations },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage,
  };
}

type Delta = { role?: "assistant"; content?: string; annotations?: Annotation[] };

/** `usage` is null in all chunks but the last one, if the client asked for it. */
export function chunkOf(head: Head, delta: Delta, includesUsage: boolean, finish: "stop" | null = null) {
  return {
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(includesUsage ? { usage: null } : {}),
  };
}

/** Characters per chunk: a client draws the text as it comes. */
const chunkLength = 400;

/** The chunks of a whole text after the first, which names the role. */
export function chunksOf(head: Head, { content, annotations }: Said, includesUsage: boolean): object[] {
  const characters = [...content];
  const pieces = Array.from({ length: Math.ceil(characters.length / chunkLength) }, (_, n) =>
    characters.slice(n * chunkLength, (n + 1) * chunkLength).join(""),
  );
  return [
    ...pieces.map((piece) => chunkOf(head, { content: piece }, includesUsage)),
    chunkOf(head, annotations.length === 0 ? {} : { annotations }, includesUsage, "stop"),
  ];
}

export const usageChunk = (head: Head, usage: Usage) => ({
  ...head,
  object: "chat.completion.chunk",
  choices: [],
  usage,
});
