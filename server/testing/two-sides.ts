import { expect } from "vitest";
import { ask } from "#contract/answers.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { assignThemeWorkspace } from "#contract/themes.ts";
import type { TestApp } from "./app.ts";
import { buildCompany } from "./build.ts";
import type { TestPerson } from "./build.ts";
import { buildTheme } from "./documents.ts";
import { named } from "./party.ts";

/** Stands in the foreign company's document and nowhere else. */
export const canary = "ZIRKON-7731-QUARTZ";

export type TwoSides = Awaited<ReturnType<typeof buildTwoSides>>;

/** One's own company and a foreign one, each with a document, a theme that its agent may ask, and an answer. */
export async function buildTwoSides(app: TestApp) {
  return { own: await buildSide(app, "harmless"), foreign: await buildSide(app, canary) };
}

async function buildSide(app: TestApp, secret: string) {
  const company = await buildCompany(app);
  const { theme, document } = await buildTheme(company.admin, {
    text: `Refund Policy\n\n1. Scope\nThe word of the day is ${secret}. Refunds take 30 days.\n`,
  });
  await company.admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: company.workspaceId });
  const answer = await company.agent.call(ask, {
    themeId: theme.id,
    userQuery: "What is the word of the day?",
    sessionId: "shared-session",
  });
  return { ...company, theme, document, interactionId: answer.body.interactionId };
}

/** What came back, without the one part that is new in every answer. */
export const bytesOf = (reply: { status: number; text: string; headers: Headers }) =>
  `${reply.status} ${reply.text.replace(reply.headers.get("x-request-id") ?? "-", "")}`;

/** A foreign thing and one that nobody has are both not found, byte by byte. */
export async function expectAlike<E extends EndpointSpec>(
  person: TestPerson,
  spec: E,
  strange: Parameters<typeof person.call<E>>[1],
  absent: Parameters<typeof person.call<E>>[1],
): Promise<void> {
  const [first, second] = [await person.call(spec, strange), await person.call(spec, absent)];
  expect(first.status, named(spec)).toBe(404);
  expect(bytesOf(first), named(spec)).toBe(bytesOf(second));
}
