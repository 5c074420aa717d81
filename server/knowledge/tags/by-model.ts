import type { JobPayload } from "#contract/operation/jobs.ts";
import { askModel } from "#server/models/usage/ask-model.ts";
import { usableKey } from "#server/identity/companies/model-keys.ts";
import type { UsableKey } from "#server/models/llm/usable-key.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import { announceDocument } from "#server/knowledge/documents/announce.ts";
import { setTags, lockTags } from "#server/knowledge/documents/shared-store.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { tagsPrompt } from "./prompt.ts";
import { acceptTags, readReply } from "./reply.ts";
import { findTaggable, modelTypeOf, readExcerpt } from "./store.ts";

/** Four groups of six names, with room for scripts that use a token per character. */
const outputTokens = 800;
/** Nobody waits for them: questions at the same server go first. A queued job may take five minutes. */
const longestMs = 240_000;

/** Sends a newly ready version to the model if the company has a key for its theme's model. */
export async function queueSuggestion(
  ctx: Context,
  version: { company_id: number; id: number; theme_id: number },
): Promise<void> {
  if ((await keyFor(ctx, { company_id: version.company_id, id: version.theme_id })) !== null)
    await ctx.enqueue("suggest-tags", { companyId: version.company_id, versionId: version.id });
}

async function keyFor(ctx: Context, theme: { company_id: number; id: number }): Promise<UsableKey | null> {
  const modelType = (await modelTypeOf(ctx, theme)) === "smarter" ? "smarter" : "smart";
  return usableKey(ctx, theme.company_id, modelType);
}

/**
 * Asks the model once for a version's tags. They replace the program's own if the document supports them and nobody has
 * set tags by hand, before or during the call; a failed, refused or invalid reply changes nothing.
 */
export async function suggestTagsByModel(
  services: VerbServices,
  { companyId, versionId }: JobPayload<"suggest-tags">,
): Promise<void> {
  const caller = jobCaller(services, "suggest-tags", companyId);
  await inTurn(async () => {
    const asked = await caller.transact(async (ctx) => {
      const document = await findTaggable(ctx, versionId);
      if (document === null) return null;
      const key = await keyFor(ctx, { company_id: document.company_id, id: document.theme_id });
      if (key === null) return null;
      ctx.audit({
        action: "model-key.use",
        target: { type: "document", id: document.id },
        after: { owner: key.owner, model: key.model },
      });
      return { key, document, excerpt: await readExcerpt(ctx, versionId, document) };
    });
    if (asked === null) return;
    const account = { companyId, interactionId: null, purpose: "tags" as const };
    const text = await askModel(caller, account, asked.key, tagsPrompt(asked.excerpt), {
      outputTokens,
      longestMs,
      urgency: "suggestion",
      signal: services.stopping,
    });
    const reply = readReply(text ?? "");
    if (reply === null) return;
    const tags = acceptTags(reply, asked.excerpt, asked.document.present);
    if (tags === null) return;
    await caller.transact(async (ctx) => {
      // checked again only now: the lock's holder may have been a person setting tags
      await lockTags(ctx, asked.document);
      const document = await findTaggable(ctx, versionId);
      if (document === null) return;
      await setTags(ctx, document, tags);
      ctx.audit({
        action: "document.suggest-tags",
        target: { type: "document", id: document.id },
        before: document.present,
        after: { ...tags, version: document.version, model: asked.key.model },
      });
      await announceDocument(ctx, { ...document, document_id: document.id }, { status: "ready" });
    });
  });
}

let before: Promise<unknown> = Promise.resolve();

/** One call at a time per process: many uploads leave the provider's rate limit to the questions. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = before.then(work);
  before = mine.catch(() => undefined);
  return mine;
}
