import type { Mail, Message } from "#server/platform/mail/mail.ts";

/** Stores sent mail. */
export function memoryMail(): Mail & { sent: Message[] } {
  const sent: Message[] = [];
  return {
    sent,
    isConfigured: true,
    send: (message) => Promise.resolve(void sent.push(message)),
    prove: () => Promise.resolve(),
    close: () => undefined,
  };
}
