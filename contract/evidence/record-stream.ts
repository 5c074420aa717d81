import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Done,
  Id,
  KnownVersion,
  PathId,
  prose,
  requiredText,
  text,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about = "The record as it grows, sent to a SIEM";

const companyId = Id.optional().describe(
  "The company of the record; without it, super admins reach the platform's own",
);

const fields = {
  address: requiredText(2000, "A stream needs an address.").describe(
    "`https://…` for batches of OCSF as JSON Lines, or `syslog+tls://host:6514` for RFC 5424 over TLS (RFC 5425)",
  ),
  header: text(100).describe(
    "With https: the header that authenticates the sender, such as Authorization; empty: none",
  ),
  ca: prose(20_000).describe("PEM of the CA that vouches for the receiver; empty: the public CAs"),
  isActive: z.boolean().describe("Off: nothing is sent; switched on again, it resumes where it stopped"),
};

export const RecordStream = z.object({
  ...fields,
  version: Version,
  hasSecret: z.boolean().describe("A value for the header is stored; it is never shown"),
  position: z.number().int().describe("Number of the last event the receiver accepted"),
  behind: z.number().int().describe("Recorded events after it"),
  sentAt: Timestamp.nullable().describe("When the receiver last accepted events; null: never"),
  failingSince: Timestamp.nullable().describe(
    "When the current run of failures began; null: the last attempt succeeded",
  ),
  lastError: z.string().nullable().describe("Why the last attempt failed, as a sentence"),
  retryAt: Timestamp.nullable().describe("When the next attempt after a failure is due"),
});
export type RecordStream = z.output<typeof RecordStream>;

const State = z.object({ stream: RecordStream.nullable().describe("null: the record is not streamed") });

export const getRecordStream = endpoint({
  method: "GET",
  path: "/api/record/stream",
  permission: "record:read",
  summary: "Where the record is streamed to, and the progress",
  query: z.object({ companyId: PathId.optional() }),
  output: State,
});

export const setRecordStream = endpoint({
  method: "PUT",
  path: "/api/record/stream",
  permission: "record:stream",
  summary: "Stream a company's record, or the platform's own, to a SIEM, or change the stream",
  details:
    "Events are sent in log order, each at least once: `metadata.uid` is the event's number. After an interruption, a stream catches up; no event is skipped.",
  stepUp: ["address"],
  body: z.object({
    companyId,
    address: fields.address.optional(),
    header: fields.header.optional(),
    secret: prose(4000)
      .optional()
      .describe(
        "The header's value, such as `Bearer …`. Stored encrypted and never shown; an empty string removes it",
      ),
    ca: fields.ca.optional(),
    isActive: fields.isActive.optional(),
    version: KnownVersion,
    fromStart: z
      .boolean()
      .optional()
      .describe("For a new stream: whether to also send the events already on record (false)"),
  }),
  output: State,
});

export const removeRecordStream = endpoint({
  method: "DELETE",
  path: "/api/record/stream",
  permission: "record:stream",
  summary: "Stop streaming the record; its position is forgotten",
  query: z.object({ companyId: PathId.optional() }),
  output: Done,
  stepUp: true,
});

export const testRecordStream = endpoint({
  method: "POST",
  path: "/api/record/stream/test",
  permission: "record:stream",
  summary: "Send the receiver a test event that is not recorded, and report the result",
  body: z.object({ companyId }),
  output: z.object({ ok: z.boolean(), message: z.string().describe("The result, as a sentence") }),
});
