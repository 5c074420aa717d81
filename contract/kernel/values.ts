import { z } from "zod";

/** Identifiers are integers that fit PostgreSQL's `integer`; they are not secret and grant no access. */
export const Id = z.number().int().min(1).max(2_147_483_647);
/** An identifier written in a path or a query. */
export const PathId = z.coerce.number().int().min(1).max(2_147_483_647);
export const IdParams = z.object({ id: PathId });

/**
 * Characters without a place in a line of text: controls, line breaks, and those that turn the direction of everything
 * around them (UAX #9), so that one name reads as another.
 */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The same rules in JSON Schema's words, for descriptions of the API alone: there a refinement says nothing.
 * `values.test.ts` holds the two together.
 */
const unprinted = String.raw`\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069`;
const described = {
  prose: String.raw`^[^\u0000]*$`,
  requiredProse: String.raw`^\s*[^\s\u0000][^\u0000]*$`,
  line: String.raw`^\s*[^${unprinted}]*\s*$`,
  requiredLine: String.raw`^\s*[^\s${unprinted}][^${unprinted}]*\s*$`,
  exactLine: String.raw`^[^${unprinted}]*$`,
};

function trimmed(max: number, pattern: string) {
  return z
    .string()
    .max(max, `Use at most ${max.toLocaleString("en")} characters.`)
    .meta({ pattern })
    .refine(
      (value) => !value.includes("\u0000") && value.isWellFormed(),
      "Remove the character that cannot be stored.",
    )
    .transform((value) => value.trim());
}

/** Text that may have several lines: trimmed, of limited length, and without NUL (PostgreSQL refuses it). */
export function prose(max: number) {
  return trimmed(max, described.prose);
}
export function requiredProse(max: number, message: string) {
  return trimmed(max, described.requiredProse).refine(isFilled, message);
}
const isFilled = (value: string) => value.length > 0;

const line = (max: number, pattern: string) => trimmed(max, pattern).refine(isPlainLine, oneLine);
const oneLine = "Remove line breaks and invisible control characters.";
/** A line that a person typed, such as a name: trimmed, of limited length, without line breaks and control characters. */
export function text(max: number) {
  return line(max, described.line);
}
export function requiredText(max: number, message: string) {
  return line(max, described.requiredLine).refine(isFilled, message);
}

/** A line that a program sent and that is kept as it is, spaces included. */
export function exactText(message: string) {
  return z
    .string()
    .min(1, message)
    .meta({ pattern: described.exactLine })
    .refine((value) => isPlainLine(value) && value.isWellFormed(), oneLine);
}

/** A line from a program that must not be refused for such a character. */
export function plainLine(value: string): string {
  return value.replace(controls, "");
}

export function isPlainLine(value: string): boolean {
  return plainLine(value) === value;
}

/** GET answers null for an empty text, so PUT takes null for one. */
export function orNull<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.nullable().transform((value) => value ?? "");
}

export const Email = z
  .string()
  .max(254, "Use at most 254 characters.")
  .meta({ format: "email" })
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email("Enter a full email address, like name@company.com."));

export const Timestamp = z
  .union([z.date(), z.string()])
  .transform((value) => new Date(value).toISOString())
  .pipe(z.iso.datetime());
/** Raised by every change of what people edit in a row. */
export const Version = z
  .number()
  .int()
  .min(0)
  .max(2_147_483_647)
  .describe("Raised by every change of what people edit in the row");
/** Of the row that the caller changes, as last read. */
export const KnownVersion = Version.optional().describe(
  "The version last read; if the row has another one, nothing changes, and the response is `changed_meanwhile`. Omitted: the change applies to any version",
);

export const Done = z.object({ success: z.literal(true) });

export const ModelType = z.enum(["smart", "smarter"]);
export type ModelType = z.infer<typeof ModelType>;

export const Tag = requiredText(60, "A tag needs a name.");
export const TagList = z
  .array(Tag)
  .max(200, "Use at most 200 tags in a group.")
  .transform((tags) => [...new Set(tags)]);

const oneSpace = (tag: string) => tag.replace(/\s+/g, " ");
/** The tags of a document, theme or interaction: of those that differ only in case or spaces, the first is kept. */
export const KeptTags = TagList.transform((tags) =>
  tags
    .map(oneSpace)
    .filter((tag, at, all) => all.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === at),
);

/** The four tag groups of themes and documents. */
export const TagGroups = z.object({
  distributionPartnerTags: KeptTags.default([]),
  productTags: KeptTags.default([]),
  topicTags: KeptTags.default([]),
  stateTags: KeptTags.default([]),
});
export type TagGroups = z.infer<typeof TagGroups>;

/** The groups in a change; an omitted group keeps its tags. */
export const ChangedTagGroups = z.object({
  distributionPartnerTags: KeptTags.optional(),
  productTags: KeptTags.optional(),
  topicTags: KeptTags.optional(),
  stateTags: KeptTags.optional(),
});

/** The same four groups, to narrow a question. */
export const SelectedTags = z.object({
  distributionPartners: TagList.default([]),
  products: TagList.default([]),
  topics: TagList.default([]),
  states: TagList.default([]),
});
export type SelectedTags = z.infer<typeof SelectedTags>;
export const noTags: SelectedTags = SelectedTags.parse({});

/**
 * Query of a list that can grow; without `page`, the response is the entire list as a plain array
 * (docs/specification/conventions.md).
 */
export const ListQuery = z.object({
  companyId: PathId.optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).default(10),
  sort: z.string().max(40).optional().describe("Column name, with a leading '-' for descending order"),
  search: text(200).optional(),
});

/** A plain array, or `{ rows, total }` if a page was requested. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.union([z.array(row), z.object({ rows: z.array(row), total: z.number().int() })]);
}

/** Includes older names that browsers still send, such as Asia/Calcutta. */
export const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, "Enter an IANA time zone, like America/New_York.");

function isTimeZone(zone: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "" &&
      !/^[+-]/.test(zone)
    );
  } catch {
    return false;
  }
}

/** How long a deleted theme or company can be restored. */
export const restorableDays = 30;
