import { systemCaller } from "#server/callers.ts";
import type { Services } from "#server/services.ts";
import { isAnyDue, takeDue } from "./store.ts";

/** Persons per transaction: a letter each. */
const together = 200;
/** A letter names so many events; the rest is counted. */
const named = 30;

/** The daily letter to everybody who wants one and for whom something new came; nobody gets an empty one. */
export async function sendDigests(services: Services): Promise<void> {
  if (!services.mail.isConfigured) return;
  const system = systemCaller(services, "send-digests");
  while (await system.transact(isAnyDue)) {
    await system.transact(async (ctx) => {
      const letters = Map.groupBy(await takeDue(ctx, together), ({ email }) => email);
      for (const [to, events] of letters) {
        await ctx.enqueue("send-mail", {
          to,
          subject:
            events.length === 1 ? "Footnote: one thing is new" : `Footnote: ${events.length} things are new`,
          text: textOf(events, services.config.publicUrl),
        });
      }
    });
  }
}

function textOf(events: { title: string; link: string | null }[], publicUrl: string): string {
  const lines = events
    .slice(0, named)
    .map(({ title, link }) => (link === null ? `- ${title}` : `- ${title}\n  ${publicUrl}${link}`));
  const more = events.length > named ? [`and ${events.length - named} more`] : [];
  return [
    "Since yesterday:",
    [...lines, ...more].join("\n"),
    `You get this letter because you chose it in your account: ${publicUrl}/account`,
  ].join("\n\n");
}
