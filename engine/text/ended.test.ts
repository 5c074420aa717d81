import { expect, test } from "vitest";
import { isEndedName } from "./ended.ts";

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
