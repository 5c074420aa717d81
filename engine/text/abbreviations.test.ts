import { expect, test } from "vitest";
import { bestWords } from "#engine/draft.ts";
import { joinEvidence } from "#engine/evidence.ts";
import { buildSegment } from "#engine/index/segment.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import { abbreviationsIn, defines } from "./abbreviations.ts";

test.each([
  ["SLA: service level agreement.", "SLA", "service level agreement"],
  ["KYC = know your customer.", "KYC", "know your customer"],
  ["UBO (ultimate beneficial owner) is a person.", "UBO", "ultimate beneficial owner"],
  ["The Money Laundering Reporting Officer (“MLRO”) leads.", "MLRO", "Money Laundering Reporting Officer"],
  ["A data subject access request (the DSAR) is free.", "DSAR", "data subject access request"],
  ["PEPs (politically exposed persons) are reviewed.", "PEP", "politically exposed persons"],
  ["FTE means full-time equivalent.", "FTE", "full-time equivalent"],
  ["RTO stands for the return to office.", "RTO", "return to office"],
  ["DPO | data protection officer", "DPO", "data protection officer"],
  ["The term “PPE” refers to personal protective equipment.", "PPE", "personal protective equipment"],
  ["LOTO - lockout and tagout - isolates a machine.", "LOTO", "lockout and tagout"],
  ["The spare parts depot (hereinafter referred to as “the SPD”) is in Graz.", "SPD", "spare parts depot"],
  ["A mean time to repair, abbreviated MTTR, is agreed.", "MTTR", "mean time to repair"],
  ["Lockout and tagout (LOTO) isolates a machine.", "LOTO", "Lockout and tagout"],
])("finds the abbreviation that %s defines", (text, short, long) => {
  expect(abbreviationsIn(`Rules apply. ${text} Others follow.`)).toEqual([{ short, long }]);
});

test.each([
  "Call us (USA) for more.",
  "NOTE: read this first.",
  "The fee (USD 300) is paid in May.",
  "The board of the bank (ABC) meets weekly.",
  "EU (European Commission only) rules apply.",
  "Send it by mail or FAX to the office.",
  "Cards of the bank (EUR) are free.",
  "Pay in USD or EUR (US dollars only) at the desk.",
])("finds none in %s", (text) => {
  expect(abbreviationsIn(text)).toEqual([]);
});

test("tells a definition from a rule with an abbreviation", () => {
  expect(defines("SLA: service level agreement.")).toBe(true);
  expect(defines("UBO (ultimate beneficial owner) is the person who owns a firm in the end.")).toBe(false);
  expect(defines("The service level agreement (SLA) is reviewed by the board every spring.")).toBe(false);
});

const definitions = [
  "SLA: service level agreement. KYC = know your customer. PEP: politically exposed person.",
  "UBO (ultimate beneficial owner) is the owner in the end. The Money Laundering Reporting Officer (“MLRO”) leads the desk.",
];
const rules = [
  "The SLA is reviewed every six months.",
  "KYC files are refreshed every year.",
  "The UBO is named on page one of the file.",
  "Politically exposed persons are approved by the board.",
  "The MLRO reports to the board twice a year.",
];

function markedIn(passages: string[], question: string): string | undefined {
  const index = createThemeIndex();
  index.add(
    1,
    buildSegment({ title: "Supplier Rules", passages: passages.map((text) => ({ text, section: "" })) }),
  );
  const { hits, ...found } = index.search(question, { limit: 10 });
  const evidence = joinEvidence(
    hits,
    passages.map((text, ordinal) => ({
      ...{
        text,
        section: "",
        ordinal,
        documentId: 1,
        documentName: "Supplier Rules",
        versionId: 1,
        version: 1,
      },
      ...{ pageNumber: null, pageIndex: 0, turn: null },
    })),
  );
  return answerExtractively(question, { evidence, ...found }).sources.map(bestWords)[0];
}

test.each([
  ["How often is the service level agreement reviewed?", rules[0]],
  ["How often is the SLA reviewed?", rules[0]],
  ["How often are know your customer files refreshed?", rules[1]],
  ["Where is the ultimate beneficial owner named?", rules[2]],
  ["Who approves a PEP?", rules[3]],
  ["How often does the money laundering reporting officer report to the board?", rules[4]],
])("%s finds the rule by either form of the name", (question, wanted) => {
  expect(markedIn([[...definitions, ...rules].join(" ")], question)).toBe(wanted);
  expect(markedIn([...definitions, ...rules], question)).toBe(wanted);
});

test("a question for the meaning finds the definition", () => {
  expect(markedIn([[...definitions, ...rules].join(" ")], "What does SLA stand for?")).toBe(
    "SLA: service level agreement.",
  );
});
