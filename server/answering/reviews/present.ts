import { ReviewCase } from "#contract/answering/reviews.ts";
import { isBlind } from "./progress.ts";
import type { CaseRow } from "./store.ts";

export function presentCase(row: CaseRow): ReviewCase {
  return ReviewCase.parse({
    id: row.interaction_id,
    question: row.question,
    themeName: row.theme_name,
    companyName: row.company_name,
    asker: row.asker,
    outcome: row.outcome,
    rating: row.rating,
    citesPage: row.cites_page,
    askedAt: row.created_at,
    reasons: row.reasons,
    status: row.status,
    verdict: isBlind(row.status) ? null : row.verdict,
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? "" },
    closedAt: row.closed_at,
  });
}
