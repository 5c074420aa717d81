import type * as contract from "#contract/notices/notifications.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Role } from "#contract/kernel/permissions.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import type { Notice } from "./notice.ts";
import { listPreferences, setPreference } from "./store.ts";

const ofAgents: Notice["kind"][] = [
  "answer_corrected",
  "question_answered",
  "expert_asked",
  "rule_changed",
  "theme_assigned",
];
const ofAdmins: Notice["kind"][] = [
  "document_failed",
  "sign_off_needed",
  "bad_rating",
  "review_assigned",
  "question_answered",
  "expert_asked",
  "expert_answered",
  "approval_needed",
  "approved_suspended",
  "answer_corrected",
  "rule_changed",
  "invitation_accepted",
  "key_check_failed",
  "spend_near_limit",
  "model_retiring",
  "webhook_off",
  "record_stream_waits",
];

/** A role's events. Those about a person's own sign-in (a removed second factor) cannot be switched off. */
const kindsOf: Record<Role, Notice["kind"][]> = {
  agent: ofAgents,
  examiner: [],
  workspace_admin: ofAdmins,
  super_admin: ["new_lead", "invitation_accepted", "answer_corrected", "rule_changed", "model_retiring"],
};

export async function listNotificationPreferences(
  ctx: Context,
): Promise<Result<typeof contract.listNotificationPreferences>> {
  const person = personOf(ctx);
  const wishes = await listPreferences(ctx, person.id);
  return {
    mailIsConfigured: ctx.services.mail.isConfigured,
    rows: kindsOf[person.role].map((kind) => ({ kind, delivery: wishes.get(kind) ?? "bell" })),
  };
}

export async function setNotificationPreference(
  ctx: Context,
  wish: Input<typeof contract.setNotificationPreference>,
): Promise<Result<typeof contract.setNotificationPreference>> {
  const person = personOf(ctx);
  if (!kindsOf[person.role].includes(wish.kind))
    throw invalid("kind", "This kind of event cannot be chosen in your role.");
  const before = (await listPreferences(ctx, person.id)).get(wish.kind) ?? "bell";
  await setPreference(ctx, person, wish);
  ctx.audit({
    action: "notification.prefer",
    target: { type: "user", id: person.id },
    company: person.companyId,
    before: { [wish.kind]: before },
    after: { [wish.kind]: wish.delivery },
  });
  return wish;
}
