import type { Encoder } from "#engine/models/encoder.ts";
import type { Caller } from "#server/context.ts";
import type { Account } from "#server/usage/meter.ts";

/** The encoder of this installation, wherever it runs. */
export type ServedEncoder = Pick<Encoder, "name" | "dimension"> & {
  /** How long a question may take before words alone answer it. */
  questionMs: number;
  /** false once it is known that it cannot work: nobody needs to ask it. */
  isUsable(): boolean;
  /** On whose account it encodes, where somebody has to pay. */
  on(caller: Caller, account: Account): Encoder;
  close(): Promise<void>;
};
