import { canonical, type Json } from "#server/platform/log/canonical.ts";
import type { StoredAnswer } from "./check-answers-store.ts";
import { commitment } from "#server/platform/log/entry.ts";

type Manifest = {
  question: string;
  askedAt: string;
  answer: string;
  outcome: string;
  /** `identity`: the commitment to name and address, which are stored beside the manifest. */
  asker: { id: number; identity?: string };
  theme: { id: number };
  claims: Json;
  sources: {
    rank: number;
    marker: number | null;
    document: number;
    name: string;
    version: number;
    file: string | null;
    passage: { sha256: string };
    page: number | null;
    quote: string;
  }[];
};

/**
 * Checks that an answer's manifest is the one its event committed to, and that the product's rows agree with it. An erased
 * one has no content, and its commitment remains; content missing without an erasure in the log is "removed".
 */
export function checkAnswer(
  committed: Buffer,
  stored: StoredAnswer | undefined,
  says: { isErased: boolean; isAskerErased: boolean },
): "intact" | "erased" | "removed" | "altered" {
  if (stored?.commitment == null || !stored.commitment.equals(committed)) return "altered";
  const { content, salt, shown } = stored;
  if (content === null && salt === null) return says.isErased ? "erased" : "removed";
  if (content === null || salt === null || !commitment(salt, content).equals(committed)) return "altered";
  const manifest = JSON.parse(content) as Manifest;
  if (shown === null || canonical(shown) !== canonical(shownBy(manifest))) return "altered";
  return checkAsker(manifest, stored, says.isAskerErased);
}

function checkAsker(
  { asker: { identity } }: Manifest,
  { asker, askerSalt, endUser }: StoredAnswer,
  isErased: boolean,
): "intact" | "removed" | "altered" {
  if (identity === undefined) return "intact";
  if (asker === null && askerSalt === null) return isErased ? "intact" : "removed";
  if (asker === null || askerSalt === null) return "altered";
  const isSame = ((JSON.parse(asker) as { endUser?: string }).endUser ?? null) === endUser;
  return isSame && commitment(askerSalt, asker).toString("hex") === identity ? "intact" : "altered";
}

/** The product's rows of an answer, compared with its manifest. */
function shownBy({ question, askedAt, answer, outcome, asker, theme, claims, sources }: Manifest): Json {
  return {
    question,
    askedAt,
    answer,
    outcome,
    asker: asker.id,
    theme: theme.id,
    claims,
    sources: sources.map(({ rank, marker, document, name, version, file, passage, page, quote }) => ({
      ...{ rank, marker, document, name, version, file, page, quote },
      passage: passage.sha256,
    })),
  };
}
