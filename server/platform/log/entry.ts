import { createHmac, randomBytes } from "node:crypto";
import { canonical, type Json } from "./canonical.ts";

/** 256 bits: a commitment reveals nothing about its content, however few values that can have. */
export const saltBytes = 32;
export const newSalt = () => randomBytes(saltBytes);

/** An event as covered by the log; times in ISO 8601 with milliseconds, UTC. */
export type Entry = {
  stream: number;
  seq: number;
  at: string;
  actor_type: string;
  actor_id: number | null;
  actor_role: string | null;
  actor_name: string;
  action: string;
  target_type: string;
  target_id: string;
  before: unknown;
  after: unknown;
  result: string;
  address: string;
  request_id: string;
  /** Commitment to an answer's manifest. */
  manifest: Buffer | null;
  clock: string | null;
  salt: Buffer;
};

/**
 * The line of the log: actor by number and role, action, target, time. The rest is included as a commitment, since it may
 * name people or hold their words: HMAC-SHA-256, keyed with the event's salt, over the canonical JSON of `detailsOf`.
 */
export function entryOf(event: Entry): string {
  return entryWith(event, commitment(event.salt, detailsOf(event)));
}

/** The same line from the commitment alone, after its details were erased. */
export function entryWith(event: Omit<Entry, "salt" | keyof Details>, details: Buffer): string {
  return canonical({
    log: event.stream,
    seq: event.seq,
    at: event.at,
    actor: { type: event.actor_type, id: event.actor_id, role: event.actor_role },
    action: event.action,
    target: { type: event.target_type, id: event.target_id },
    result: event.result,
    request: event.request_id,
    details: details.toString("hex"),
    ...(event.manifest === null ? {} : { manifest: event.manifest.toString("hex") }),
    ...(event.clock === null ? {} : { clock: event.clock }),
  });
}

/** An entry without its time and number, which the database assigns: the texts before, between and after them. */
export type EntryTemplate = [start: string, middle: string, end: string];

/** `${start}"at":"…"${middle}"seq":…${end}` is the line; a clock follows the time. */
export function templateOf(event: Omit<Entry, "seq" | "at" | "clock">): EntryTemplate {
  // unlike any text inside the line, where quotation marks are escaped
  const [time, number] = [`"at":""`, `"seq":0`];
  const line = entryOf({ ...event, at: "", seq: 0, clock: null });
  const [from, to] = [line.indexOf(time), line.lastIndexOf(number)];
  return [line.slice(0, from), line.slice(from + time.length, to), line.slice(to + number.length)];
}

type Details = Pick<Entry, "actor_name" | "address" | "before" | "after">;

/** The content that an event's commitment covers. */
export function detailsOf({ actor_name, address, before, after }: Details): string {
  return canonical({ name: actor_name, address, before: before as Json, after: after as Json });
}

export function commitment(salt: Buffer, content: string): Buffer {
  return createHmac("sha256", salt).update(content).digest();
}
