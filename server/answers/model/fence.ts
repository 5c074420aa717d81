import { createHmac, randomBytes } from "node:crypto";

export type Fence = {
  marker: string;
  /** A part of a prompt between marks that carry the marker. Wherever the body holds the marker itself, it is left out. */
  part(name: string, body: string): string;
};

/** Marks of parts: no text inside can close its part, whether or not its author knows the marker. */
export function fence(marker = randomBytes(9).toString("base64url")): Fence {
  const part = (name: string, body: string) =>
    `<${name} ${marker}>\n${body.replaceAll(marker, "")}\n</${name} ${marker}>`;
  return { marker, part };
}

/**
 * The marker of a theme for one UTC day. It is the same in every prompt of that day, so that providers can reuse what they
 * have read of it, and nobody without the installation's secret can tell it.
 */
export function markerOfDay(secret: Buffer, theme: { company_id: number; id: number }, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return createHmac("sha256", secret)
    .update(`prompt fence/${theme.company_id}/${theme.id}/${day}`)
    .digest()
    .subarray(0, 9)
    .toString("base64url");
}
