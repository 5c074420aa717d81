/** A head on its way out. `stream` tells logs apart where one place keeps several. */
export type OutgoingHead = { stream: number; size: number; note: string; publicKey: Buffer };

/** Where heads go that this installation cannot take back. */
export type Place = {
  /** Tells places apart in the database and on screens; holds no secret. */
  name: string;
  /** Takes every head, or at most one batch of the newest in this time. */
  everyMs: number | null;
  /**
   * Resolves when the heads are safe there. What is there already stays; the same again is no fault.
   * @throws Error when the place does not take them, with a reason for its operator
   */
  put(heads: OutgoingHead[]): Promise<void>;
  /** null: what went there cannot be read back by this program. */
  reader: PlaceReader | null;
  close(): void;
};

export type PlaceReader = {
  /** Sizes of a log of which the place keeps heads, ascending. */
  sizes(stream: number): Promise<number[]>;
  /** @throws Error when the head is not there or cannot be read */
  note(stream: number, size: number): Promise<string>;
};

/** `7/000000001234.txt`: names sort as sizes do. */
export const nameOf = (stream: number, size: number) => `${stream}/${String(size).padStart(12, "0")}.txt`;

export function sizeOf(name: string): number | null {
  const digits = /^(\d{12})\.txt$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** `key-…pem`: the public half, for whoever verifies. */
export const keyNameOf = (publicKey: Buffer) => `key-${publicKey.toString("hex").slice(0, 16)}.pem`;
