import { Tokenizer } from "@huggingface/tokenizers";
import { EncoderError } from "../encoder.ts";

/** Cuts a text into the numbers that a model reads, its marks at both ends included. */
export type Tokens = (text: string) => number[];

/**
 * Longer than any token of the vocabularies in use on average, so that what is cut off here is beyond the longest input
 * anyway: a page of base64 is not read to its end to be thrown away. English has about 4 to 5 letters per token.
 */
const lettersPerToken = 24;

/**
 * @param tokenizer bytes of `tokenizer.json`, @param config of `tokenizer_config.json`, as Hugging Face publishes them
 * @throws EncoderError when they are no tokenizer
 */
export function openTokens(tokenizer: Uint8Array, config: Uint8Array, longest: number): Tokens {
  const made = make(tokenizer, config);
  return (text) => {
    const { ids } = made.encode(text.slice(0, longest * lettersPerToken));
    const end = ids.at(-1);
    // what is left out stands before the closing mark
    return ids.length <= longest || end === undefined ? ids : [...ids.slice(0, longest - 1), end];
  };
}

function make(tokenizer: Uint8Array, config: Uint8Array): Tokenizer {
  try {
    return new Tokenizer(parse(tokenizer), parse(config));
  } catch (error) {
    throw new EncoderError("tokenizer.json and tokenizer_config.json are no tokenizer.", { cause: error });
  }
}

function parse(bytes: Uint8Array): object {
  return JSON.parse(new TextDecoder().decode(bytes)) as object;
}
