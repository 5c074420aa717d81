import { expect, test } from "vitest";
import { isEndedName, lastDayIn } from "./ended.ts";

test.each([
  "Circular 2023-07 Late Fees (superseded).txt",
  "Fees_SUPERSEDED.pdf",
  "Fees_superseded_v2.pdf",
  "OBSOLETE_fees.docx",
  "SUPERSEDED - Leave policy.pdf",
  "Travel policy, withdrawn on 1 May 2024.pdf",
  "Leave policy - old.docx",
  "Leave policy [Archived].docx",
  "leave_policy_old.docx",
  "Gebührenordnung (außer Kraft).pdf",
  "Richtlinie 12 veraltet.pdf",
  "Procédure retours - abrogée.pdf",
])("%s says that it no longer applies", (name) => expect(isEndedName(name)).toBe(true));

test.each([
  "Obsolete Inventory Policy.pdf",
  "Withdrawn-Products-Procedure.pdf",
  "obsolete_equipment_disposal.docx",
  "Archived records.pdf",
  "Retired employees handbook.pdf",
  "Expired goods - returns.pdf",
  "Old-age benefits.pdf",
  "Household policy.pdf",
  "Threshold.txt",
  "Replacement of expired cards.pdf",
])("%s names its subject", (name) => expect(isEndedName(name)).toBe(false));

test.each([
  ["Travel circular\nValid until: 31 December 2024", "2024-12-31"],
  ["Fees\nEffective January 1, 2024 to December 31, 2024\n1. Scope", "2024-12-31"],
  ["Fees\nExpiry date\t2024-06-30", "2024-06-30"],
  ["This circular is valid until 30.6.2024.", "2024-06-30"],
  ["Rates\nvalid from 1/2/2024 through 3/4/2024", "2024-04-03"],
  ["Gebühren\nGültig bis 31.12.2024", "2024-12-31"],
  ["Tarifs\nValable jusqu’au 31 décembre 2024", "2024-12-31"],
  ["Valid until May 2024", "2024-05-31"],
  ["In force until 2024", "2024-12-31"],
])("%j applies until %s", (opening, day) => expect(lastDayIn(opening)).toBe(day));

test.each([
  "Fees\nEffective July 1, 2024",
  "Fees\nEffective July 1, 2024 until further notice",
  "Applicable to 2023 and later contracts",
  "Coupons that are valid until December 31, 2024 are honored.",
  "Valid until 31 Foober 2024",
  "Valid until 99.99.2024",
])("%j has no last day", (opening) => expect(lastDayIn(opening)).toBeNull());
