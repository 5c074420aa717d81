import type { Encoder } from "#engine/models/encoder.ts";
import type { Models } from "#server/llm/models.ts";

/** Calls an embedding model on an account that pays for it. @throws ModelError; AppError limit_exceeded */
export type PaidEmbed = (request: Parameters<Models["embed"]>[0]) => Promise<number[][]>;

/** The encoder of this installation, wherever it runs. */
export type ServedEncoder = Pick<Encoder, "name" | "dimension"> & {
  /** How long a question may take before words alone answer it. */
  questionMs: number;
  /** false once it is known that it cannot work: nobody needs to ask it. */
  isUsable(): boolean;
  /** The encoder on the account of `embed`, which an encoder of this house does not need. */
  on(embed: PaidEmbed): Encoder;
  close(): Promise<void>;
};
