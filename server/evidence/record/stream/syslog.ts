import type { RecordEvent } from "#contract/evidence/record.ts";
import { ocsfOf } from "../ocsf.ts";

/** Facility 13 is the log audit; severity 6 is informational, 5 is notice (RFC 5424, 6.2.1). */
const facility = 13;
const severityOf = { done: 6, refused: 5, failed: 5 } as const;

/** Structured data counts messages up to this number, then restarts at 1 (RFC 5424, 7.3.1). */
const mostSequence = 2_147_483_647;

/**
 * An event as an RFC 5424 message. Its text is JSON in ASCII: without a byte order mark, which many receivers pass on
 * as part of the message, only ASCII is read the same way everywhere.
 */
export function syslogMessage(event: RecordEvent, host: string): string {
  const priority = facility * 8 + severityOf[event.result];
  const id = printable(event.action, 32);
  const sequence = ((event.number - 1) % mostSequence) + 1;
  const head = `<${priority}>1 ${new Date(event.at).toISOString()} ${printable(host, 255)} footnote - ${id}`;
  return `${head} [meta sequenceId="${Math.max(1, sequence)}"] ${asciiJson(ocsfOf(event))}`;
}

/** Each message preceded by its length (RFC 5425, 4.3). */
export function framed(messages: string[]): Buffer {
  return Buffer.from(messages.map((message) => `${message.length} ${message}`).join(""), "latin1");
}

function printable(text: string, most: number): string {
  return text.replaceAll(/[^!-~]/g, "").slice(0, most) || "-";
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
