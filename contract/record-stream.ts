import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Id, PathId, requiredText, text, Timestamp } from "./values.ts";

const companyId = Id.optional().describe("The company of the record; a super admin names it");

const fields = {
  address: requiredText(2000, "A stream needs an address.").describe(
    "`https://…` for batches of OCSF as JSON Lines, or `syslog+tls://host:6514` for RFC 5424 over TLS (RFC 5425)",
  ),
  header: text(100).describe(
    "Over https: the header that proves the sender, such as Authorization; empty: none",
  ),
  ca: text(20_000).describe("PEM of the authority that vouches for the receiver; empty: the public ones"),
  isActive: z.boolean().describe("Off: nothing is sent; switched on again, it goes on where it stopped"),
};

export const RecordStream = z.object({
  ...fields,
  hasSecret: z.boolean().describe("A value of the header is stored; it is never shown"),
  position: z.number().int().describe("Number of the last event that the receiver took"),
  behind: z.number().int().describe("Events on record after it"),
  sentAt: Timestamp.nullable().describe("When the receiver last took events; null: not yet"),
  failingSince: Timestamp.nullable().describe("Since when no attempt succeeded; null: the last one did"),
  lastError: z.string().nullable().describe("Why the last attempt failed, as a sentence"),
  retryAt: Timestamp.nullable().describe("When the next attempt is due after a failure"),
});
export type RecordStream = z.output<typeof RecordStream>;

const State = z.object({ stream: RecordStream.nullable().describe("null: the record is not streamed") });

export const getRecordStream = endpoint({
  method: "GET",
  path: "/api/record/stream",
  permission: "record:read",
  summary: "Where the record is streamed to, and how far",
  query: z.object({ companyId: PathId.optional() }),
  output: State,
});

export const setRecordStream = endpoint({
  method: "PUT",
  path: "/api/record/stream",
  permission: "record:stream",
  summary: "Stream a company's record to a SIEM, or change how",
  details:
    "Events are sent in the order of the log, each at least once: `metadata.uid` is the event's number. A stream that is away is caught up with; nothing is skipped.",
  stepUp: ["address"],
  body: z.object({
    companyId,
    address: fields.address.optional(),
    header: fields.header.optional(),
    secret: text(4000)
      .optional()
      .describe("The header's value, such as `Bearer …`. Stored encrypted and never shown; empty removes it"),
    ca: fields.ca.optional(),
    isActive: fields.isActive.optional(),
    fromStart: z
      .boolean()
      .optional()
      .describe("Of a new stream: also the events that are on record already (false)"),
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
  summary: "Send the receiver an event that is on no record, and say what came of it",
  body: z.object({ companyId }),
  output: z.object({ ok: z.boolean(), message: z.string().describe("What came of it, as a sentence") }),
});
