import { systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { isAnyDue, takeDue, type Due } from "./store.ts";

/** People per transaction: one email each. */
const together = 200;
/** The maximum number of events in an email; the others are counted. */
const named = 30;

/** The daily email to everyone who wants it and has new events; nobody gets an empty one. */
export async function sendDigests(services: VerbServices): Promise<void> {
  if (!services.mail.isConfigured) return;
  const system = systemCaller(services, "send-digests");
  while (await system.transact(isAnyDue)) {
    await system.transact(async (ctx) => {
      const letters = Map.groupBy(await takeDue(ctx, together), ({ email }) => email);
      for (const [to, events] of letters) {
        await ctx.enqueue("send-mail", {
          to,
          subject: events.length === 1 ? "Footnote: one update" : `Footnote: ${events.length} updates`,
          text: textOf(events, services.config.publicUrl),
        });
      }
    });
  }
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

function textOf(events: Omit<Due, "email">[], publicUrl: string): string {
  const lines = events
    .slice(0, named)
    .map(({ title, link, words_before, words_after }) =>
      [
        `- ${title}`,
        ...(words_before === null
          ? []
          : [
              `  It said: ${inOneLine(words_before)}`,
              `  It says now: ${inOneLine(words_after ?? "nothing similar")}`,
            ]),
        ...(link === null ? [] : [`  ${publicUrl}${link}`]),
      ].join("\n"),
    );
  const more = events.length > named ? [`and ${events.length - named} more`] : [];
  return [
    "Since yesterday:",
    [...lines, ...more].join("\n"),
    `You receive this email because you chose it in your account: ${publicUrl}/account`,
  ].join("\n\n");
}
