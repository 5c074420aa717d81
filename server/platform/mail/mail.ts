import { createTransport } from "nodemailer";

export type Message = { to: string; subject: string; text: string };

/** Outgoing mail. `isConfigured` is false without a server: invitations then display the password. */
export type Mail = {
  isConfigured: boolean;
  /** @throws if the mail server doesn't accept the message */
  send(message: Message): Promise<void>;
  /** Signs in and sends nothing. @throws if the mail server doesn't respond as it should */
  prove(): Promise<void>;
  close(): void;
};

export function openMail(config: { smtpUrl: string | null; mailFrom: string }): Mail {
  return config.smtpUrl === null ? noMail() : smtpMail(config.smtpUrl, config.mailFrom);
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === "smtps:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({
    url,
    // mails contain passwords: beyond this machine they are sent encrypted or not at all
    requireTLS: !isLocal(new URL(url)),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
  });
  return {
    isConfigured: true,
    async send(message) {
      await transport.sendMail({ from, ...message });
    },
    async prove() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

function noMail(): Mail {
  return {
    isConfigured: false,
    send: () => Promise.reject(new Error("no mail server is configured (SMTP_URL)")),
    prove: () => Promise.reject(new Error("no mail server is configured (SMTP_URL)")),
    close: () => undefined,
  };
}
