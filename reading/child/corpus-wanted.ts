import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import type { ExtractionResult } from "#reading/child/pool.ts";

export type CorpusFile = { path: string; name: string; kind: string; wanted: string; hostile: boolean };

const Manifest = z.array(
  z.object({
    name: z.string(),
    cls: z.string(),
    expect: z.string(),
    ref: z.object({ chars: z.number().nullable() }).nullish(),
  }),
);

/** The files of `corpus/manifest.json` and `attacks/docs` below a folder; none if they are absent. */
export function listCorpus(data: string): CorpusFile[] {
  const manifest = join(data, "corpus/manifest.json");
  const attacks = join(data, "attacks/docs");
  const corpus = existsSync(manifest) ? Manifest.parse(JSON.parse(readFileSync(manifest, "utf8"))) : [];
  const hostile = existsSync(attacks) ? readdirSync(attacks) : [];
  return [
    ...corpus.map(({ name, cls, expect, ref }) => ({
      path: join(data, "corpus", name),
      name,
      kind: cls,
      // If the reference also reads nothing, empty is correct.
      wanted: (ref?.chars ?? 2) <= 1 ? `${expect} or empty` : expect,
      hostile: cls === "hostile",
    })),
    ...hostile.map((name) => ({
      path: join(attacks, name),
      name,
      kind: "attack",
      wanted: "any",
      hostile: true,
    })),
  ];
}

/** Whether a result matches the manifest's expectation (`text`, `password`, `read as docx`, `damaged or limit`). */
export function isWanted(wanted: string, result: ExtractionResult): boolean {
  if (wanted === "any") return true;
  const words = wanted.replace(/\([^()]{0,80}\)/g, "").toLowerCase();
  const readAs = /read as (pdf|docx|doc|txt)/.exec(words)?.[1];
  if (result.ok) {
    if (readAs !== undefined)
      return (
        result.extraction.kind === readAs &&
        result.extraction.warnings.some(({ code }) => code === "renamed_type")
      );
    if (words.includes("no readable mapping"))
      return result.extraction.warnings.some(({ code }) => code === "unreadable_letters");
    return /\btext\b/.test(words);
  }
  const { reason, message } = result.failure;
  if (message === "") return false;
  if (reason === "protected") return words.includes("password");
  if (reason === "scanned" || reason === "empty")
    return (
      words.includes("no_text") ||
      words.includes(reason) ||
      (words.includes("a part was not read") && message.includes("not read"))
    );
  return words.includes(reason);
}
