import { Tokenizer } from "@huggingface/tokenizers";
import { EncoderError } from "../encoder.ts";

/** Turns a text into the token ids that a model reads, including the special tokens at both ends. */
export type Tokens = (text: string) => number[];

/**
 * Longer than the average token of any vocabulary in use, so text cut here lies beyond the maximum input anyway: a page of
 * base64 isn't tokenized only to be discarded. English has about 4 to 5 letters per token.
 */
const lettersPerToken = 24;

/**
 * @param tokenizer bytes of `tokenizer.json`, @param config of `tokenizer_config.json`, as Hugging Face publishes them
 * @throws EncoderError if they aren't a tokenizer
 */
export function openTokens(tokenizer: Uint8Array, config: Uint8Array, longest: number): Tokens {
  const made = openTokenizer(tokenizer, config);
  return (text) => {
    const { ids } = made.encode(text.slice(0, longest * lettersPerToken));
    const end = ids.at(-1);
    // truncate before the closing token
    return ids.length <= longest || end === undefined ? ids : [...ids.slice(0, longest - 1), end];
  };
}

/** @throws EncoderError if they are not a tokenizer */
export function openTokenizer(tokenizer: Uint8Array, config: Uint8Array): Tokenizer {
  try {
    return new Tokenizer(parse(tokenizer), parse(config));
  } catch (error) {
    throw new EncoderError("tokenizer.json and tokenizer_config.json do not describe a tokenizer.", {
      cause: error,
    });
  }
}

function parse(bytes: Uint8Array): object {
  return JSON.parse(new TextDecoder().decode(bytes)) as object;
}
