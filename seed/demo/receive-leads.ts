import { createLead as contract } from "#contract/operation/leads.ts";
import { createLead } from "#server/operation/leads/create.ts";
import { stampLeadForm } from "#server/operation/leads/suspicion.ts";
import { updateLead } from "#server/operation/leads/update.ts";
import { leads } from "./facts/leads.ts";
import type { Cast, Stage } from "./stage.ts";
import type { Act } from "./timeline.ts";

const hour = 3_600_000;
const minute = 60_000;
/** A lead is handled the day after it arrives. */
const answeredAfter = 22 * hour;

/** Visitors' demo requests, with the super admin's notes. */
export function leadActs(stage: Stage, cast: Cast): Act[] {
  return leads.map(({ hoursAgo, status, notes, ...form }) => {
    const at = new Date(stage.now.getTime() - hoursAgo * hour);
    const stamp = stampLeadForm(stage.services, new Date(at.getTime() - minute));
    const lead = contract.body.parse({ ...form, stamp });
    return {
      at,
      async run() {
        await stage.asVisitor(at).transact((ctx) => createLead(ctx, lead));
        if (status === "new") return [];
        return [workAct(stage, cast, lead.email, { status, notes }, new Date(at.getTime() + answeredAfter))];
      },
    };
  });
}

type Work = Pick<(typeof leads)[number], "status" | "notes">;

function workAct(stage: Stage, cast: Cast, email: string, work: Work, at: Date): Act {
  return {
    at,
    async run() {
      await stage.as(cast.person("morgan"), at).transact(async (ctx) => {
        const { id } = await ctx.db
          .selectFrom("leads")
          .select("id")
          .where("email", "=", email)
          .executeTakeFirstOrThrow();
        await updateLead(ctx, { id, ...work });
      });
      return [];
    },
  };
}
