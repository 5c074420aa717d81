import { z } from "zod";
import { TestedChange, TestedQuestion, TestRun, TestRunState } from "#contract/answering/test-runs.ts";
import { HeldChange } from "#contract/knowledge/themes.ts";
import type { ChangeRow, RunRow } from "./store.ts";

export function presentRun(row: RunRow): TestRun {
  return {
    id: row.id,
    themeId: row.theme_id,
    themeName: row.theme_name,
    companyName: row.company_name,
    kind: TestRun.shape.kind.parse(row.kind),
    documentName: row.document_name,
    moreDocuments: moreOf(row),
    versionBefore: row.number_before,
    versionAfter: row.number_after,
    settingsBefore: HeldChange.parse(row.settings_before),
    settingsAfter: HeldChange.parse(row.settings_after),
    state: TestRunState.parse(row.state),
    isHeld: row.is_held,
    asked: row.asked,
    total: row.approved_ids.length + row.interaction_ids.length,
    broken: row.broken ?? 0,
    failed: row.failed ?? 0,
    changed: row.changed ?? 0,
    fixed: row.fixed ?? 0,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    decidedBy: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

const Side = TestedQuestion.shape.before.pick({ outcome: true, text: true, page: true });

export function presentChange(row: ChangeRow): TestedQuestion {
  const side = (stored: unknown, source: z.infer<typeof Source> | null) => ({
    ...Side.parse(stored),
    documentName: source?.name ?? null,
    version: source?.version ?? null,
  });
  return {
    kind: TestedChange.parse(row.kind),
    question: row.question,
    approvedId: row.approved_answer_id,
    interactionId: row.interaction_id,
    before: side(row.before, row.source_b),
    after: side(row.after, row.source_a),
  };
}

const Source = z.object({ version: z.number(), name: z.string() });

const moreOf = (row: RunRow) =>
  row.kind === "document" ? Math.max(0, Contents.parse(row.contents_after).length - 1) : 0;

/** Which versions answer instead. */
export const Contents = z.array(z.object({ documentId: z.number(), versionId: z.number().nullable() }));

/** The change in the words of a list: 'Refund Policy.txt, version 2', or the settings' names. */
export const titleOf = (row: RunRow): string =>
  row.kind === "document"
    ? `${row.document_name}, version ${row.number_after}${moreOf(row) === 0 ? "" : `, and ${moreOf(row)} more`}`
    : Object.keys(HeldChange.parse(row.settings_after))
        .map((field) => settingNames[field as keyof HeldChange])
        .join(", ");

const settingNames: Record<keyof HeldChange, string> = {
  purpose: "Purpose",
  guidingInstructions: "Guiding instructions",
  modelType: "AI model type",
  requireSignOff: "Sign-off of documents",
};
