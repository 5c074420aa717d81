import type { UsableKey } from "#server/companies/model-keys.ts";
import type { Models } from "#server/platform/models/models.ts";
import { checkAnswer } from "./claims.ts";
import { abstain, notAnswered } from "./draft.ts";
import type { Draft } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { buildPrompt } from "./prompt.ts";
import type { Turn } from "./prompt.ts";

export const temperature = 0.1;
export const maximumOutputTokens = 1200;
const wallMilliseconds = 90_000;

export type ModelAnswer = {
  draft: Draft;
  inputTokens: number | null;
  outputTokens: number | null;
  firstTokenAt: number | null;
};

/** Lets the model write, streaming, and checks every sentence against the passages it cites. */
export async function answerWithModel(
  models: Models,
  key: UsableKey,
  input: {
    purpose: string;
    guidingInstructions: string;
    evidence: Evidence[];
    turns: Turn[];
    question: string;
  },
  signal: AbortSignal,
  onDelta: (text: string) => void,
): Promise<ModelAnswer> {
  const prompt = buildPrompt(input);
  let text = "";
  let firstTokenAt: number | null = null;
  let usage: { inputTokens: number | null; outputTokens: number | null } = {
    inputTokens: null,
    outputTokens: null,
  };
  const chunks = models.stream({
    baseUrl: key.baseUrl,
    apiKey: key.apiKey,
    model: key.model,
    ...prompt,
    temperature,
    maxOutputTokens: maximumOutputTokens,
    signal: AbortSignal.any([signal, AbortSignal.timeout(wallMilliseconds)]),
  });
  for await (const chunk of chunks) {
    if (chunk.type === "usage") {
      usage = chunk;
      continue;
    }
    firstTokenAt ??= performance.now();
    const clean = cleaned(chunk.text);
    text += clean;
    onDelta(clean);
  }
  return { draft: draftOf(text, input.evidence), ...usage, firstTokenAt };
}

/** Signs that no page, table or log should carry: NUL, other control characters, lone surrogates. */
function cleaned(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "").toWellFormed();
}

/** An answer of which nothing is supported is none. */
function draftOf(text: string, evidence: Evidence[]): Draft {
  if (text.trim() === "" || text.includes(notAnswered))
    return abstain("The model found no answer in the passages.");
  const checked = checkAnswer(text, evidence);
  if (checked.claims.every((claim) => claim.verdict === "unsupported")) {
    return abstain("No sentence of the model's answer was confirmed by the documents.");
  }
  return { outcome: "answered", ...checked, reason: null };
}
