import { analyze } from "#engine/text/analyze.ts";
import { binding, denying, freeing } from "#engine/text/modality.ts";

/** A verb with what is said of it: a duty, a freedom or neither, and whether it is denied. */
export type Predicate = { verb: string; kind: "duty" | "freedom" | "plain"; isDenied: boolean };

const auxiliaries = new Map<string, Predicate["kind"]>([
  ...binding.split("|").map((word) => [word, "duty"] as const),
  ...[...freeing.split("|"), "cannot"].map((word) => [word, "freedom"] as const),
  ...[
    "is",
    "are",
    "was",
    "were",
    "be",
    "do",
    "does",
    "did",
    "has",
    "have",
    "had",
    "will",
    "would",
    "should",
  ].map((word) => [word, "plain"] as const),
]);
const denials = new RegExp(`^(?:${denying})$`);
/** Between an auxiliary and its verb. */
const fillers = /^(?:not|never|be|been|being|have|has|had|also|only|then|otherwise|always|\w+ly)$/;
/** An auxiliary and its verb stand no further apart. */
const furthest = 5;

/** The verbs (or what stands for them: 'is subject to') that follow an auxiliary. */
export function predicatesOf(text: string): Predicate[] {
  const words = (text.toLowerCase().match(/[\p{L}'’]+|[.,;:()]/gu) ?? []).map((word) =>
    word.replace("’", "'"),
  );
  return words.flatMap((word, place) => {
    const kind = auxiliaries.get(word.replace(/n't$/, ""));
    if (kind === undefined || (word === "be" && kind === "plain" && auxiliaries.has(words[place - 1] ?? "")))
      return [];
    const isBack = denials.test(word) || denials.test(words[place - 1] ?? "");
    let isDenied = isBack;
    for (const next of words.slice(place + 1, place + 1 + furthest)) {
      if (denials.test(next)) isDenied = true;
      if (fillers.test(next)) continue;
      const [verb] = analyze(next);
      return verb === undefined ? [] : [{ verb, kind, isDenied }];
    }
    return [];
  });
}

/**
 * What is said of a verb that both hold: one denies it and the other does not, or a duty stands against a freedom. A verb
 * of which `span` says both agrees with either.
 */
export function predicatesDisagree(claim: Predicate[], span: Predicate[]): "negation" | "modality" | null {
  for (const { verb, kind, isDenied } of claim) {
    const same = span.filter((other) => other.verb === verb);
    if (same.length === 0) continue;
    const alike = same.filter((other) => other.isDenied === isDenied);
    if (alike.length === 0) return "negation";
    if (!alike.some((other) => other.kind === kind || other.kind === "plain" || kind === "plain"))
      return "modality";
  }
  return null;
}
