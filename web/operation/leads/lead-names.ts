import type { Lead } from "#contract/operation/leads.ts";
import { formatCount, sentenceCase } from "#web/ui/format.ts";

export const statusNames: Record<Lead["status"], string> = {
  new: "New",
  contacted: "Contacted",
  qualified: "Qualified",
  closed: "Closed",
};

/** Badges (docs/specification/public-pages.md). */
export const timeframeBadges: Record<NonNullable<Lead["timeframe"]>, string> = {
  immediately: "Immediate",
  "1-3-months": "1-3 months",
  "3-6-months": "3-6 months",
  "6-12-months": "6+ months",
  exploring: "Exploring",
};

const budgetNames: Record<NonNullable<Lead["budget"]>, string> = {
  "under-10k": "Under $10k",
  "10k-50k": "$10k - $50k",
  "50k-100k": "$50k - $100k",
  "100k-250k": "$100k - $250k",
  "250k+": "$250k+",
  "prefer-not-to-say": "Prefer not to say",
};

export const suspicionTexts: Record<NonNullable<Lead["suspectedAutomation"]>, string> = {
  "hidden-field": "A field that people do not see was filled in.",
  "too-fast": "The form was sent within 1.5 seconds of being opened.",
  "no-stamp":
    "The request did not come from the form's page, or the page had been open for more than three days.",
};

/** A lead's filled fields, as name and text; empty ones are not listed. */
export function leadFacts(lead: Lead): [string, string][] {
  const facts: [string, string][] = [
    ["Company", lead.company],
    ["Job title", lead.jobTitle],
    ["Industry", lead.industry === null ? "" : sentence(lead.industry)],
    ["Size", lead.companySize === null ? "" : `${lead.companySize} employees`],
    ["Budget", lead.budget === null ? "" : budgetNames[lead.budget]],
  ];
  return facts.filter(([, value]) => value !== "");
}

/** 'financial-services' as 'Financial services'. */
function sentence(value: string): string {
  return sentenceCase(value.replaceAll("-", " "));
}

export function leadName(lead: Pick<Lead, "firstName" | "lastName">): string {
  return `${lead.firstName} ${lead.lastName}`.trim();
}

/** 'N leads captured from Get Started form'. */
export function capturedText(count: number): string {
  return `${formatCount(count, "lead")} captured from Get Started form`;
}
