import { z } from "zod";
import { Role } from "#contract/kernel/permissions.ts";
import type { RecordProof } from "#contract/evidence/record.ts";

const Entry = z.object({ log: z.number(), seq: z.number(), at: z.string(), manifest: z.string() });

const Asker = z.object({ name: z.string(), email: z.string(), endUser: z.string().optional() });

/** The parts of an erasure event the page shows. */
const ErasureEntry = z.object({ at: z.string() });
const ErasureDetails = z.object({
  after: z.object({ of: z.string(), months: z.number().optional() }),
});

const Source = z.object({
  marker: z.number().nullable(),
  name: z.string(),
  version: z.number(),
  file: z.string().nullable(),
  page: z.number().nullable(),
  passage: z.object({ sha256: z.string() }),
});

/** The parts of a manifest the page shows ("footnote-manifest/2"; "/1" includes the asker's name). */
const Manifest = z.object({
  asker: z.object({ id: z.number(), role: Role }).extend(Asker.partial().shape),
  theme: z.object({ name: z.string(), purpose: z.string(), instructions: z.string(), tags: z.string() }),
  build: z.string(),
  promptVersion: z.union([z.string(), z.number()]).nullable(),
  model: z.object({ asked: z.string(), answered: z.string().nullable() }).nullish(),
  sources: z.array(Source),
});
export type Manifest = z.output<typeof Manifest>;

/** The readable parts of a proof; manifest and asker are null if erased. */
export function readProof({ event, manifest, asker, erasures, head }: z.output<typeof RecordProof>) {
  const [origin = "", size = "", root = ""] = head.split("\n");
  return {
    entry: Entry.parse(JSON.parse(event.entry)),
    manifest: manifest.content === null ? null : Manifest.parse(JSON.parse(manifest.content)),
    asker: asker.content === null ? null : Asker.parse(JSON.parse(asker.content)),
    erasures: erasures.flatMap(({ event: { entry, details } }) =>
      details === null
        ? []
        : [{ ...ErasureEntry.parse(JSON.parse(entry)), ...ErasureDetails.parse(JSON.parse(details)).after }],
    ),
    head: { origin, size: Number(size), root },
  };
}
