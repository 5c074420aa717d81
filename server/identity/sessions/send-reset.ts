import { systemCaller } from "#server/kernel/callers.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { findForSignIn } from "#server/identity/users/shared-store.ts";
import { insertReset } from "./store.ts";

const lifetimeMinutes = 60;

/** Emails the link to an active account whose owner has set a password; nothing for any other address. */
export async function sendReset(services: VerbServices, email: string): Promise<void> {
  if (!services.mail.isConfigured) return;
  const token = newToken();
  const isKnown = await systemCaller(services, "send-reset").transact(async (ctx) => {
    const user = await findForSignIn(ctx, email);
    if (user === null || !user.is_active || user.must_change_password) return false;
    await insertReset(ctx, {
      company_id: user.company_id,
      user_id: user.id,
      token_hash: hashToken(token),
      expires_at: new Date(ctx.now.getTime() + lifetimeMinutes * 60_000),
    });
    return true;
  });
  if (!isKnown) return;
  await services.mail.send({
    to: email,
    subject: "Reset your Footnote password",
    text: [
      "Someone asked to reset the Footnote password for this address.",
      `To choose a new one, open this link within ${lifetimeMinutes} minutes:`,
      `${services.config.publicUrl}/change-password?token=${token}`,
      "If it wasn't you, you can ignore this email: the password stays the same.",
    ].join("\n\n"),
  });
}
