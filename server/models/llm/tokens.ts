import type { Prompt } from "./prompt.ts";

/**
 * The maximum tokens of a text, to reserve before a call: English has about 4 characters per token in every current
 * tokenizer, dense figures and tables about 2.5, other scripts up to 2 tokens per character. A reservation is therefore
 * rather too large; the provider's count settles it.
 */
export function mostTokens(text: string): number {
  const others = text.match(/[^\u0020-\u007e\s]/g)?.length ?? 0;
  return Math.ceil((text.length - others) / 2.5 + others * 2);
}

/** The same for a whole prompt. */
export function mostTokensOf({ system, messages, shape }: Prompt) {
  const form = shape === undefined ? [] : [shape.inLines];
  return mostTokens([system, ...form, ...messages.map(({ content }) => content)].join("\n"));
}
