import type { Context } from "#server/context.ts";
import { insertEntry, settleEntry, takeTokens } from "#server/usage/store.ts";
import { daysBefore } from "./stage.ts";
import type { Cast, Stage } from "./stage.ts";

/** The company's own model server, which no name on the Internet leads to: it looked at the uncertain answers of a week. */
const provider = "models.corvane.example";
const models = ["smart-small", "smart-large"] as const;
const days = 6;
/** English has about four characters to a token. */
const charactersPerToken = 4;

/** The ledger of a week in which a model took a second look at each answer: tokens follow from the texts that were read. */
export async function spendTokens(stage: Stage, cast: Cast): Promise<void> {
  const from = daysBefore(stage.now, days);
  const asked = await stage.asSystem(stage.now).transact((ctx) => listAsked(ctx, cast.companyId, from));
  for (const [place, { id, created_at, characters, answered }] of asked.entries()) {
    await stage.asSystem(created_at).transact(async (ctx) => {
      const spent = {
        inputTokens: Math.ceil(characters / charactersPerToken),
        outputTokens: Math.ceil(answered / charactersPerToken),
      };
      const reservedTokens = spent.inputTokens + spent.outputTokens;
      await takeTokens(ctx, cast.companyId, reservedTokens, Number.MAX_SAFE_INTEGER);
      const entry = await insertEntry(ctx, cast.companyId, {
        interactionId: id,
        purpose: "second-look",
        provider,
        // the larger one for every fourth
        model: place % 4 === 0 ? models[1] : models[0],
        reservedTokens,
      });
      await settleEntry(ctx, { companyId: cast.companyId, id: entry }, spent);
    });
  }
}

/** Answers of the week that have no entry yet, with the length of what a model would read and say again. */
async function listAsked(ctx: Context, companyId: number, from: Date) {
  return ctx.db
    .selectFrom("interactions as i")
    .innerJoin("interaction_sources as s", (join) =>
      join.onRef("s.company_id", "=", "i.company_id").onRef("s.interaction_id", "=", "i.id"),
    )
    .select(({ fn }) => [
      "i.id",
      "i.created_at",
      fn.sum<number>(fn("length", ["s.passage_text"])).as("characters"),
      fn.max<number>(fn("length", ["i.answer"])).as("answered"),
    ])
    .where("i.company_id", "=", companyId)
    .where("i.created_at", ">=", from)
    .where("i.outcome", "=", "answered")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("usage_entries as u").select("u.id").whereRef("u.interaction_id", "=", "i.id"))),
    )
    .groupBy(["i.id", "i.created_at"])
    .orderBy("i.created_at")
    .execute();
}
