import { z } from "zod";
import { Role } from "#contract/permissions.ts";
import type { RecordProof } from "#contract/record.ts";

const Entry = z.object({ log: z.number(), seq: z.number(), at: z.string(), manifest: z.string() });

const Source = z.object({
  marker: z.number().nullable(),
  name: z.string(),
  version: z.number(),
  file: z.string().nullable(),
  page: z.number().nullable(),
  passage: z.object({ sha256: z.string() }),
});

/** What the page shows of a manifest ("footnote-manifest/1"). */
const Manifest = z.object({
  asker: z.object({ name: z.string(), email: z.string(), role: Role }),
  theme: z.object({ name: z.string(), purpose: z.string(), instructions: z.string(), tags: z.string() }),
  build: z.string(),
  promptVersion: z.union([z.string(), z.number()]).nullable(),
  model: z.object({ asked: z.string(), answered: z.string().nullable() }).nullish(),
  sources: z.array(Source),
});
export type Manifest = z.output<typeof Manifest>;

/** The parts of a proof that a person reads; the manifest is null where its content was erased. */
export function readProof({ event, manifest, head }: z.output<typeof RecordProof>) {
  const [origin = "", size = "", root = ""] = head.split("\n");
  return {
    entry: Entry.parse(JSON.parse(event.entry)),
    manifest: manifest.content === null ? null : Manifest.parse(JSON.parse(manifest.content)),
    head: { origin, size: Number(size), root },
  };
}
