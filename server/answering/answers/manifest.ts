import packageJson from "#package.json" with { type: "json" };
import { personOf, type Context } from "#server/kernel/context.ts";
import { hashesOfFiles } from "#server/knowledge/documents/shared-store.ts";
import { canonical, type Json } from "#server/platform/log/canonical.ts";
import { commitTo, insertManifest, sha256 } from "./manifest-store.ts";
import type { FoundApproved } from "./approved-port.ts";
import type { ComposedAnswer } from "./composed-answer.ts";
import type { RecordedQuestion } from "./recorded-question.ts";
import type { MadeCall } from "#server/models/usage/meter.ts";
import { sourcesOf } from "./sources.ts";

/**
 * Stores everything an answer, or a failed question, was made from, and returns the commitment for its event. Names and
 * roles are those of the moment. Files and passages are included by their SHA-256, and the asker's name and address by a
 * separate commitment, so that a person can be erased while the answer stays provable.
 */
export async function recordManifest(
  ctx: Context,
  opened: RecordedQuestion,
  answer:
    | { written: ComposedAnswer & { spent: MadeCall | null }; found: FoundApproved }
    | { failed: string; spent: MadeCall | null },
): Promise<Buffer> {
  const { theme, question, tags, askedAt, promptVersion, endUser } = opened;
  const person = personOf(ctx);
  const themeTags = canonical({
    distributionPartners: theme.distribution_partner_tags,
    products: theme.product_tags,
    topics: theme.topic_tags,
    states: theme.state_tags,
  });
  const texts = [theme.purpose, theme.guiding_instructions, themeTags];
  const named = { name: person.name, email: person.email };
  const asker = commitTo(wellFormed(endUser === null ? named : { ...named, endUser }));
  const manifest = {
    form: "footnote-manifest/2",
    company: theme.company_id,
    interaction: opened.id,
    question,
    selectedTags: tags,
    asker: { id: person.id, role: person.role, identity: asker.identity },
    theme: {
      id: theme.id,
      name: theme.name,
      purpose: hex(theme.purpose),
      instructions: hex(theme.guiding_instructions),
      tags: hex(themeTags),
    },
    build: packageJson.version,
    promptVersion,
    askedAt: askedAt.toISOString(),
    answeredAt: ctx.now.toISOString(),
    ...("failed" in answer
      ? {
          outcome: "failed",
          answer: "",
          reason: answer.failed,
          spent: spentOf(answer.spent),
          claims: [],
          sources: [],
        }
      : { ...(await answerOf(ctx, answer.written)), ...approvedOf(answer) }),
  };
  const place = { companyId: theme.company_id, id: opened.id };
  // as the database stores texts: half a surrogate pair becomes a replacement character
  return insertManifest(ctx, place, wellFormed(manifest), { texts, asker });
}

/** The approved answer that answered, and those shown beside the answer. */
function approvedOf({
  written,
  found: { same, similar },
}: {
  written: ComposedAnswer;
  found: FoundApproved;
}) {
  return {
    ...(written.mode !== "approved" || same === null
      ? {}
      : {
          approved: {
            id: same.id,
            version: same.version,
            question: same.shown.question,
            approver: same.approverId,
            approvedAt: same.approvedAt.toISOString(),
          },
        }),
    ...(similar.length === 0 ? {} : { offered: similar.map(({ id, version }) => ({ id, version })) }),
  };
}

/** Of calls that wrote nothing of the answer, or not all of it. */
function spentOf(spent: MadeCall | null) {
  if (spent === null) return null;
  const { provider, asked, parameters, inputTokens, outputTokens, areEstimated } = spent;
  return { provider, asked, parameters, inputTokens, outputTokens, areEstimated };
}

async function answerOf(
  ctx: Context,
  { draft, evidence, mode, model, fallback, spent, chosenBy }: ComposedAnswer & { spent: MadeCall | null },
) {
  const sources = sourcesOf(draft, evidence);
  const files = await hashesOfFiles(
    ctx,
    sources.map(({ version_id }) => version_id),
  );
  return {
    outcome: draft.outcome,
    answer: draft.text,
    reason: draft.reason,
    mode,
    fallback,
    chosenBy,
    model:
      model === null
        ? null
        : {
            provider: model.provider,
            asked: model.asked,
            answered: model.answeredBy,
            fingerprint: model.fingerprint,
            parameters: model.parameters,
            inputTokens: model.inputTokens,
            outputTokens: model.outputTokens,
          },
    ...(model === null && spent !== null ? { spent: spentOf(spent) } : {}),
    claims: draft.claims.map((claim) => ({ ...claim })),
    removed: draft.removed ?? [],
    sources: sources.map((source) => ({
      rank: source.rank,
      marker: source.marker,
      document: source.document_id,
      name: source.document_name,
      version: source.version,
      file: files.get(source.version_id) ?? null,
      passage: { ordinal: source.passage_ordinal, sha256: hex(source.passage_text) },
      section: source.section,
      page: source.page_number,
      pageIndex: source.page_index,
      quote: source.quote,
    })),
  };
}

const hex = (text: string) => sha256(text).toString("hex");

function wellFormed(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, wellFormed(part)]])),
  );
}
