import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryMail } from "#testing/memory-mail.ts";
import { openMail, type Mail } from "./mail.ts";

const received: string[] = [];
let server: SMTPServer;
let smtp: Mail;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (address, _session, done) =>
      done(address.address.startsWith("refused@") ? new Error("no such person") : null),
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
      stream.on("end", () => {
        received.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  smtp = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: "Footnote <footnote@example.com>" });
});
afterAll(() => {
  smtp.close();
  server.close();
});

const message = { to: "maria@example.com", subject: "Hello", text: "A sentence that arrives." };

// one suite over both adapters that send
test.each(["smtp", "memory"])("mail over %s is accepted", async (name) => {
  const mail = name === "smtp" ? smtp : memoryMail();
  expect(mail.isConfigured).toBe(true);
  await expect(mail.send(message)).resolves.toBeUndefined();
});

test("mail over SMTP carries sender, recipient and text, and no header can be injected", async () => {
  await smtp.send({ ...message, subject: "Hello\r\nBcc: thief@example.com" });
  const last = received.at(-1) ?? "";
  expect(last).toContain("From: Footnote <footnote@example.com>");
  expect(last).toContain("A sentence that arrives.");
  expect(last).not.toMatch(/^Bcc:/m);
});

test("a refused recipient is an error for the sender", async () => {
  await expect(smtp.send({ ...message, to: "refused@example.com" })).rejects.toThrow();
});

test("without a server, mail reports it instead of losing the message", async () => {
  const none = openMail({ smtpUrl: null, mailFrom: "x" });
  expect(none.isConfigured).toBe(false);
  await expect(none.send(message)).rejects.toThrow("no mail server");
});
