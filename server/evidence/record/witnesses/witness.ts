import { portOf } from "#server/kernel/port.ts";

/** A head to deliver. `stream` distinguishes logs if one place keeps several. */
export type OutgoingHead = { stream: number; size: number; note: string; publicKey: Buffer };

/** Every head, or the newest ones: all logs together at most once in this time, or each log at most once. */
export type Takes = "every head" | { newest: "of all logs" | "of each log"; everyMs: number };

/** A destination for heads that this installation can't change afterwards. */
export type Witness = {
  /** Identifies the place in the database and on screens; holds no secret. */
  name: string;
  takes: Takes;
  /** Number of heads delivered together: after a failure, all of them are delivered again. */
  mostAtOnce: number;
  /**
   * Resolves once the heads are safe there, with a receipt for each from places that give them. Existing ones stay;
   * delivering the same head again succeeds.
   * @throws Error if the place doesn't accept them, with a reason for its operator
   */
  put(heads: OutgoingHead[]): Promise<Buffer[] | null>;
  /** null: this program can't read the place back. */
  reader: WitnessReader | null;
  close(): void;
};

/** The destinations of this installation. */
export const witnesses = portOf<Witness[]>("places for the record");

export type WitnessReader = {
  /** Sizes of a log whose heads the place stores, ascending. */
  sizes(stream: number): Promise<number[]>;
  /** @throws Error if the head is absent or can't be read */
  note(stream: number, size: number): Promise<string>;
};

/** `7/000000001234.txt`: names sort like sizes. */
export const nameOf = (stream: number, size: number) => `${stream}/${String(size).padStart(12, "0")}.txt`;

export function sizeOf(name: string): number | null {
  const digits = /^(\d{12})\.txt$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** `key-…pem`: the public half, for verifiers. */
export const keyNameOf = (publicKey: Buffer) => `key-${publicKey.toString("hex").slice(0, 16)}.pem`;
