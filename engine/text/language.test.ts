import { describe, expect, test } from "vitest";
import { analyze, termsOf } from "./analyze.ts";
import { english, languageOf, questionLanguage } from "./language.ts";

/** Words of one family, and a word of another. Families are those of Snowball's published vocabularies. */
const families: [code: string, family: string[], other: string][] = [
  ["de", ["kündigen", "Kündigung", "Kündigungen"], "künstlich"],
  ["fr", ["résilier", "résiliation", "résiliations"], "réserve"],
  ["es", ["cancelar", "cancelación", "cancelaciones"], "canal"],
  ["it", ["restituire", "restituito", "restituirà"], "resto"],
  ["pt", ["solicitar", "solicitação", "solicitações"], "sólido"],
  ["nl", ["opzeggen", "opzegging"], "opslag"],
];

test.each(families)("%s: maps inflected forms to one term", (code, family, other) => {
  const language = languageOf(code);
  const terms = new Set(family.flatMap((word) => analyze(word, language)));
  expect(terms.size).toBe(1);
  expect(terms).not.toContain(analyze(other, language)[0]);
});

test.each([
  ["de", "Wie ist die Frist, wenn ich nicht zahle?", ["frist", "zahl"]],
  ["fr", "Que couvre l'assurance de la maison ?", ["couvr", "assur", "maison"]],
  ["nl", "Is het huisdier van de huurder toegestaan?", ["huisdier", "huurder", "toegestan"]],
])("%s: drops function words and an article before an apostrophe", (code, text, expected) => {
  expect([...termsOf(text, languageOf(code))]).toEqual(expect.arrayContaining(expected));
  for (const word of ["die", "ist", "de", "la", "l", "het"])
    expect(termsOf(text, languageOf(code)).has(word), word).toBe(false);
});

test("maps words without their accents, umlauts or ß to the same terms", () => {
  expect(analyze("Straße", languageOf("de"))).toEqual(analyze("Strasse", languageOf("de")));
  expect(analyze("gegenstände", languageOf("de"))).toEqual(analyze("gegenstande", languageOf("de")));
  expect(analyze("término", languageOf("es"))).toEqual(analyze("termino", languageOf("es")));
});

test("leaves English unchanged and keeps whole words in a language without a stemmer", () => {
  expect(languageOf(null)).toBe(english);
  expect(analyze("The policies were cancelled.")).toEqual(analyze("The policies were cancelled.", english));
  expect(analyze("polityka zwrotów", languageOf("pl"))).toEqual(["polityka", "zwrotow"]);
});

describe("a question's language", () => {
  const both = new Map([
    ["en", 3],
    ["de", 2],
  ]);

  test.each([
    ["Wie lange ist die Frist?", "de"],
    ["How long is the period?", "en"],
    ["Premium", "en"],
  ])("%s", (question, code) => {
    expect(questionLanguage(question, both).code).toBe(code);
  });

  test("uses the theme's only language, and English when it has none", () => {
    expect(questionLanguage("How long?", new Map([["de", 1]])).code).toBe("de");
    expect(questionLanguage("Wie lange?", new Map())).toBe(english);
  });
});
