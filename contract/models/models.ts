import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { ModelParameter, ProviderName } from "./providers.ts";
import { Done, Id, IdParams, KnownVersion, text, Timestamp, Version } from "#contract/kernel/values.ts";

export const about = "The catalog of language models: prices, limits, retirement";

/** Model names as providers write them: no spaces, no control characters. */
export const ModelName = text(200).refine(
  (name) => /^[\w.:/@-]+$/.test(name),
  "A model's name can contain only letters, digits and . : / @ _ -",
);

const Price = z
  .number()
  .min(0, "A price is 0 or more.")
  .max(100_000, "This price per million tokens is too high.");

/** Known facts about a model; null where unknown. */
export const CatalogEntry = z.object({
  provider: ProviderName,
  name: ModelName,
  kind: z.enum(["chat", "embedding"]),
  contextTokens: z.number().int().min(1).max(100_000_000).nullable(),
  inputPrice: Price.nullable().describe("US dollars per million tokens"),
  outputPrice: Price.nullable().describe("US dollars per million tokens"),
  retiresOn: z.iso.date().nullable().describe("The day on which the provider stops serving it"),
  successor: ModelName.nullable().describe("The provider's suggested replacement"),
  thinks: z.boolean().nullable().describe("Spends output tokens on thinking before it answers"),
  refuses: z.array(ModelParameter).describe("Parameters it rejects with status 400"),
});
export type CatalogEntry = z.output<typeof CatalogEntry>;

/** Companies are notified this many days before a model is retired. */
export const daysOfNotice = 60;

/** A model that is being or has been retired. */
export const Retirement = z.object({
  retiresOn: z.iso.date(),
  isPast: z.boolean(),
  successor: ModelName.nullable(),
  message: z.string().describe("The same as a sentence"),
});
export type Retirement = z.output<typeof Retirement>;

export const CatalogRow = CatalogEntry.extend({
  id: Id.nullable().describe("null: shipped with the program"),
  replacesShipped: z.boolean(),
  version: Version.describe("Of an added entry; 0: shipped with the program"),
  updatedAt: Timestamp.nullable(),
  retirement: Retirement.nullable(),
});
export type CatalogRow = z.output<typeof CatalogRow>;

const CatalogBody = CatalogEntry.extend({
  kind: CatalogEntry.shape.kind.default("chat"),
  contextTokens: CatalogEntry.shape.contextTokens.default(null),
  inputPrice: CatalogEntry.shape.inputPrice.default(null),
  outputPrice: CatalogEntry.shape.outputPrice.default(null),
  retiresOn: CatalogEntry.shape.retiresOn.default(null),
  successor: CatalogEntry.shape.successor.default(null),
  thinks: CatalogEntry.shape.thinks.default(null),
  refuses: CatalogEntry.shape.refuses.default([]),
});

export const listCatalog = endpoint({
  method: "GET",
  path: "/api/models",
  permission: "model:edit",
  summary: "Known models: those shipped with the program, and those added on this installation",
  output: z.array(CatalogRow),
});

export const addModel = endpoint({
  method: "POST",
  path: "/api/models",
  permission: "model:edit",
  summary: "Add facts about a model, or replace those the program ships",
  status: 201,
  body: CatalogBody,
  output: CatalogRow,
});

export const changeModel = endpoint({
  method: "PUT",
  path: "/api/models/:id",
  permission: "model:edit",
  summary: "Change an added entry; omitted fields keep their values",
  params: IdParams,
  body: CatalogEntry.omit({ provider: true, name: true }).extend({ version: KnownVersion }).partial(),
  output: CatalogRow,
});

export const removeModel = endpoint({
  method: "DELETE",
  path: "/api/models/:id",
  permission: "model:edit",
  summary: "Remove an added entry; the facts shipped with the program apply again",
  params: IdParams,
  output: Done,
});

/** A provider's model, as a company chooses it. */
export const ModelChoice = z.object({ provider: ProviderName, model: ModelName });
export type ModelChoice = z.output<typeof ModelChoice>;

export const OfferedModel = CatalogEntry.pick({
  name: true,
  contextTokens: true,
  inputPrice: true,
  outputPrice: true,
}).extend({ retirement: Retirement.nullable() });
export type OfferedModel = z.output<typeof OfferedModel>;
