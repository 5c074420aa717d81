import { isOn } from "#engine/rules.ts";
import { analyze, BREAK } from "#engine/text/analyze.ts";

// Reports of companies show a figure in a statement that need not name it: a gross margin is read off the statement of
// income. General knowledge of accounting, one way only: the words that are asked → the words where the answer stands.
// financebench: Recall@10 .373 → .505 at a share of 0.7 (.373 at 0.3, .461 at 0.5, .505 at 1); no other set moves.
// Everyday synonyms (company and organisation, tell and notify, …) were tried the same way and lost as much as they won.
const STANDS_UNDER = [
  "gross margin: cost of sales, cost of products, consolidated statement of income, consolidated statement of operations",
  "operating margin: operating income, consolidated statement of income, consolidated statement of operations",
  "effective tax rate: provision for taxes, consolidated statement of income, consolidated statement of operations",
  "net income: consolidated statement of income",
  "EBITDA: operating income, depreciation, amortization, consolidated statement of income, statement of cash flows",
  "liability: consolidated balance sheet",
  "inventory: consolidated balance sheet",
  "working capital: current assets, current liabilities, consolidated balance sheet",
  "PPNE: property, plant, equipment, consolidated balance sheet",
  "PP&E: property, plant, equipment, consolidated balance sheet",
  "capex: capital expenditure, capital spending, consolidated statement of cash flows",
  "cash equivalents: consolidated balance sheet, consolidated statement of cash flows",
  "dividend: consolidated statement of cash flows",
  "geography: geographic, region, country",
  "legal battle: legal proceedings, litigation",
  "spin off: separate, divest, discontinued operations",
].map((line) => {
  const [asked = "", stands = ""] = line.split(":");
  return { asked: wordsOf(asked), stands: wordsOf(stands) };
});

/** What a word that was not asked but stands where the answer does counts, beside an asked one. */
export const REPORT_SHARE = 0.7;

/** Words under which an answer to these words stands in reports; none that was asked. */
export function reportWords(asked: ReadonlySet<string>): Set<string> {
  if (!isOn("report words")) return new Set();
  const more = STANDS_UNDER.filter((entry) => entry.asked.every((word) => asked.has(word)));
  return new Set(more.flatMap(({ stands }) => stands).filter((word) => !asked.has(word)));
}

function wordsOf(text: string): string[] {
  return analyze(text).filter((term) => term !== BREAK);
}
