import { portOf } from "#server/kernel/port.ts";
import type { Encoder } from "#engine/models/encoder.ts";
import type { Models } from "#server/models/llm/models.ts";

/** Calls an embedding model on a paying account. @throws ModelError; AppError limit_exceeded */
export type PaidEmbed = (request: Parameters<Models["embed"]>[0]) => Promise<number[][]>;

/** null if search uses words only. */
export const encoderPort = portOf<ServedEncoder | null>("encoder");

/** The installation's encoder, wherever it runs. */
export type ServedEncoder = Pick<Encoder, "name" | "dimension"> & {
  /** How long a question may take before words alone answer it. */
  questionMs: number;
  /** The largest theme that is searched by its vectors. */
  mostPassages: number;
  /** Whether passages' units get vectors too; on a paying account they would cost as much again. */
  encodesUnits: boolean;
  /** Whether it knows the language with this ISO 639-1 code: vectors of others mislead. */
  reads(language: string): boolean;
  /** false once it is known to be broken: calls are pointless. */
  isUsable(): boolean;
  /** The encoder on the account of `embed`, which a local encoder does not need. */
  on(embed: PaidEmbed): Encoder;
  close(): Promise<void>;
};
