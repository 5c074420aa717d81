import { createHmac, randomBytes } from "node:crypto";

export type Fence = {
  marker: string;
  /** A part of a prompt between marks that carry the marker. The marker itself is removed from the body. */
  part(name: string, body: string): string;
};

/** Section marks: no text inside can close its section, whether or not its author knows the marker. */
export function fence(marker = randomBytes(9).toString("base64url")): Fence {
  const part = (name: string, body: string) =>
    `<${name} ${marker}>\n${body.replaceAll(marker, "")}\n</${name} ${marker}>`;
  return { marker, part };
}

/**
 * The marker of a theme for one UTC day. It is the same in every prompt of that day, so that providers can cache the
 * prompt's beginning, and can't be guessed without the installation's secret.
 */
export function markerOfDay(secret: Buffer, theme: { company_id: number; id: number }, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return createHmac("sha256", secret)
    .update(`prompt fence/${theme.company_id}/${theme.id}/${day}`)
    .digest()
    .subarray(0, 9)
    .toString("base64url");
}
