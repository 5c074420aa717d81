import { systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { notifyAdmins, notifySuperAdmins } from "#server/notices/notifications/notify.ts";
import type { Notice } from "#server/notices/notifications/notice.ts";
import { listMailAddresses } from "#server/notices/notifications/shared-store.ts";
import type { Problem } from "./check.ts";

/** The finding as a sentence for the people responsible for the record. */
export function sentenceOf({ kind, from, to }: Problem): string {
  const events = from === to ? `Event ${from}` : `Events ${from} to ${to}`;
  const does = (one: string, many: string) => (from === to ? one : many);
  switch (kind) {
    case "changed":
      return `${events} ${does("differs", "differ")} from what was recorded.`;
    case "missing":
      return `${events} ${does("is", "are")} missing.`;
    case "surplus":
      return `${events} ${does("was", "were")} added outside the program.`;
    case "rewritten":
      return `${does(`${events} was`, `Among events ${from} to ${to}, some were`)} rewritten after the record was signed.`;
    case "answer":
      return `The answer that event ${from} is about was changed.`;
    case "document":
      return `Text of the document that event ${from} is about is gone, and no recorded erasure covers it.`;
    case "erased":
      return `The content of event ${from} is gone, and no recorded erasure covers it.`;
    case "hash":
      return `A stored hash over events ${from} to ${to} does not match them.`;
    case "head":
      return `The stored head over the first ${to} events is not the one that was signed.`;
    case "rating":
      return `The rating that is shown for the answer of event ${from} is not the recorded one.`;
    case "hold":
      return `The hold that event ${from} is about is not as it was set or lifted.`;
    case "periods":
      return `The retention periods are not those of event ${from}, which set them last.`;
    case "role":
      return `The person that event ${from} is about has another role than was recorded.`;
    case "approved":
      return `The approved answer that event ${from} is about is not as it was approved.`;
    case "text":
      return `The stored text of the document that event ${from} is about is not the text that was read.`;
    case "outside-head":
      return `The outside place holds a head over ${to} events that this installation did not sign.`;
  }
}

/** Alerts the company's administrators and the super admins, by notice and mail, that a log was altered. */
export async function notifyAltered(ctx: Context, stream: number, problem: Problem): Promise<void> {
  const companyId = stream === 0 ? null : stream;
  const notice: Notice = {
    kind: "record_altered",
    title: "The record was altered",
    body: `${sentenceOf(problem)} Keep the heads stored outside, change nothing, and contact the operator of the database.`,
    link: "/admin?tab=record",
  };
  if (companyId !== null) await notifyAdmins(ctx, companyId, notice);
  await notifySuperAdmins(ctx, {
    ...notice,
    title:
      companyId === null
        ? "The platform's record was altered"
        : `The record of company ${companyId} was altered`,
  });
  const { mail, config } = ctx.services;
  if (mail.isConfigured) {
    const own = companyId === null ? [] : await listMailAddresses(ctx, companyId, notice.kind);
    for (const to of [...own, ...(await listMailAddresses(ctx, null, notice.kind))])
      await ctx.enqueue("send-mail", {
        to,
        subject: `Footnote: ${notice.title}`,
        text: `${notice.body}\n\n${config.publicUrl}${notice.link}`,
      });
  }
}

/** Also records it: in the log itself or, if that accepts nothing any more, in the platform's. */
export async function recordAltered(services: VerbServices, stream: number, problem: Problem): Promise<void> {
  const system = systemCaller(services, "check-record");
  for (const company of [stream, 0])
    try {
      await system.transact((ctx) => {
        ctx.audit({
          action: "record.find-altered",
          target: { type: "record", id: stream },
          company: company === 0 ? null : company,
          result: "failed",
          after: { ...problem },
        });
        return Promise.resolve();
      });
      return;
    } catch (error) {
      services.log.error(
        { err: error, stream, company },
        "the finding of an altered record could not be recorded",
      );
    }
}
