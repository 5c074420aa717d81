import { expect, test } from "vitest";
import { holdsTerm, isCompoundOf } from "./compounds.ts";
import { english, languageOf } from "./language.ts";

test("a compound begins or ends with a part of five letters and has three more", () => {
  expect(isCompoundOf("kundigungsfrist", "kundig")).toBe(true);
  expect(isCompoundOf("kundigungsfrist", "frist")).toBe(true);
  expect(isCompoundOf("kundigungsfrist", "gungs")).toBe(false);
  expect(isCompoundOf("anlage", "lage")).toBe(false);
  expect(isCompoundOf("fristen", "frist")).toBe(false);
  expect(isCompoundOf("frist", "frist")).toBe(false);
});

test("in a language with compounds, terms hold the parts of a compound and the compound of a part", () => {
  const german = languageOf("de");
  expect(holdsTerm(new Set(["konto", "protokoll"]), "reinigungsprotokoll", german)).toBe(true);
  expect(holdsTerm(new Set(["reinigungsprotokoll"]), "protokoll", german)).toBe(true);
  expect(holdsTerm(new Set(["reinigungsprotokoll"]), "plan", german)).toBe(false);
  expect(holdsTerm(new Set(["bookkeeping"]), "keeping", english)).toBe(false);
});
