import { expect, test } from "vitest";
import type { Lead } from "#contract/operation/leads.ts";
import { capturedText, leadFacts } from "./lead-names.ts";

const lead: Lead = {
  id: 1,
  firstName: "Lena",
  lastName: "Ortiz",
  email: "lena@bank.example",
  phone: "",
  company: "First Coastal Bank",
  jobTitle: "",
  industry: "financial-services",
  companySize: "1000+",
  useCase: "Answers for the contact center",
  timeframe: null,
  budget: null,
  status: "new",
  source: "website_lead_form",
  sentBy: "form",
  suspectedAutomation: null,
  notes: "",
  version: 1,
  createdAt: "2026-11-21T00:00:00.000Z",
};

test("a lead shows only its filled-in fields", () => {
  expect(leadFacts(lead)).toEqual([
    ["Company", "First Coastal Bank"],
    ["Industry", "Financial services"],
    ["Size", "1000+ employees"],
  ]);
});

test("the count names where the leads come from", () => {
  expect(capturedText(7)).toBe("7 leads captured from Get Started form");
  expect(capturedText(1)).toBe("1 lead captured from Get Started form");
  expect(capturedText(0)).toBe("0 leads captured from Get Started form");
});
