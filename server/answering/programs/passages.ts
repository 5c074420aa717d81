import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/answering/programs.ts";
import { headingsOf } from "#engine/text/rows.ts";
import { focusOf, versionsWithTags, withChosen } from "#server/answering/answers/chosen-tags.ts";
import { turnOf } from "#server/answering/answers/question-turn.ts";
import { retrieve } from "#server/answering/answers/retrieve.ts";
import { ownerOf, type Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { linkedSource } from "./present.ts";

/** The best passages without an answer; the retrieval is on record. */
export async function findPassages(
  caller: Caller,
  { themeId, question, tags, limit }: Input<typeof contract.findPassages>,
  signal: AbortSignal,
): Promise<Result<typeof contract.findPassages>> {
  const { theme, focus, versions } = await caller.transact(async (ctx) => {
    const theme = await getTheme(ctx, themeId);
    if (!theme.is_open) throw new AppError("conflict", "This theme is inactive and cannot be searched.");
    ctx.audit({
      action: "passages.find",
      target: { type: "theme", id: theme.id },
      company: theme.company_id,
      after: { limit },
    });
    return {
      theme,
      focus: await focusOf(ctx, theme, { text: question, selectedTags: tags }),
      versions: await versionsWithTags(ctx, theme, tags),
    };
  });
  const turn = turnOf(caller, ownerOf(caller), signal);
  await turn.take();
  try {
    const account = { companyId: theme.company_id, interactionId: null, purpose: "embedding" as const };
    const reach = { versions, readsMore: true };
    const found = await retrieve(caller, account, theme, withChosen(question, focus), reach, signal);
    const { publicUrl } = caller.services.config;
    return {
      passages: [...found.evidence, ...found.further].slice(0, limit).map((item) => ({
        text: item.text,
        score: Math.round(item.score * 100) / 100,
        ...linkedSource(
          { ...item, page: item.pageNumber, section: headingsOf(item.section) || null },
          publicUrl,
        ),
      })),
    };
  } finally {
    turn.release();
  }
}
