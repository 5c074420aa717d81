import { readFileSync } from "node:fs";
import type { Case } from "./sentences.ts";

type Written = { document: string; section: string; text: string; told: string[]; untrue: string[] };

/**
 * Paraphrases of passages typical of policies, written for this bench and judged true or untrue by their authors: `first`
 * and `second` were read during development, `third` only measured.
 */
export function freeWords(): [string, [string, Case[]][]][] {
  return ["first", "second", "third"].map((name) => {
    const path = new URL(`free-words/${name}.json`, import.meta.url);
    const written = JSON.parse(readFileSync(path, "utf8")) as Written[];
    const cases = (kind: "told" | "untrue"): Case[] =>
      written.flatMap(({ document, section, text, [kind]: claims }) =>
        claims.map((claim) => ({
          claim,
          passage: { id: document, doc: document, title: section, text },
        })),
      );
    return [
      `free words, ${name}`,
      [
        ["true", cases("told")],
        ["untrue", cases("untrue")],
      ],
    ];
  });
}
