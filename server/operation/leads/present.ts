import { Lead } from "#contract/operation/leads.ts";
import type { LeadRow } from "./store.ts";

export function presentLead(row: LeadRow): Lead {
  return Lead.parse({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    jobTitle: row.job_title,
    industry: row.industry,
    companySize: row.company_size,
    useCase: row.use_case,
    timeframe: row.timeframe,
    budget: row.budget,
    status: row.status,
    source: row.source,
    sentBy: row.sent_by,
    suspectedAutomation: row.suspicion,
    notes: row.notes,
    version: row.version,
    createdAt: row.created_at,
  });
}
