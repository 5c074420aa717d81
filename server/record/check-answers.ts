import { canonical } from "./canonical.ts";
import type { Json } from "./canonical.ts";
import type { StoredAnswer } from "./check-answers-store.ts";
import { commitment } from "./entry.ts";

type Manifest = {
  question: string;
  answer: string;
  outcome: string;
  asker: { id: number };
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
 * Whether an answer's manifest is the one its event committed to, and the rows that the product shows say the same. An
 * erased one has no content, and its commitment stands.
 */
export function checkAnswer(
  committed: Buffer,
  stored: StoredAnswer | undefined,
): "intact" | "erased" | "altered" {
  if (stored?.commitment == null || !stored.commitment.equals(committed)) return "altered";
  const { content, salt, shown } = stored;
  if (content === null && salt === null) return "erased";
  if (content === null || salt === null || !commitment(salt, content).equals(committed)) return "altered";
  return shown !== null && canonical(shown) === canonical(shownBy(JSON.parse(content) as Manifest))
    ? "intact"
    : "altered";
}

/** What the product shows of an answer, by its manifest. */
function shownBy({ question, answer, outcome, asker, theme, claims, sources }: Manifest): Json {
  return {
    question,
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
