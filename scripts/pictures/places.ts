import { ask, rateAnswer } from "#contract/answering/answers.ts";
import { createCompany } from "#contract/identity/companies.ts";
import { acceptTerms, changePassword, login } from "#contract/identity/sessions.ts";
import { inviteUser } from "#contract/identity/users.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import { assignThemeAgent, assignThemeWorkspace, createTheme } from "#contract/knowledge/themes.ts";
import { createWebhook, testWebhook } from "#contract/notices/webhooks.ts";
import { createHelp } from "#contract/operation/help.ts";
import { createLead } from "#contract/operation/leads.ts";
import { formOf, send } from "#testing/call.ts";
import type { Person } from "./demo.ts";

/** The amount of a company's data; each row is created through the API, as a person would. */
type Amount = "empty" | "one" | "many" | "long";
/** The newcomer was invited and hasn't changed the temporary password yet. */
export type Stage = { companyId: number; themeId: number; admin: Person; agent: Person; newcomer: Person };

type Call = <E extends EndpointSpec>(spec: E, input?: Request<E>, form?: FormData) => Promise<Output<E>>;

const many = 200;
/** The most that a company may have. */
const mostWebhooks = 20;
const policy = (days: number) =>
  `Return Policy\n\n1. Time limits\nA customer may return an unopened product within ${days} days of delivery.\n\n2. Refunds\nA refund takes ten days and goes to the card that was charged.\n`;
/** Without a place to break, as in pasted names; and as long as the longest company names. */
const endless = "Wide-name without-a_place.to(break)".replaceAll(" ", "_").repeat(6);
const wordy = "Gesellschaft für grenzüberschreitende Rückversicherung und Vermögensberatung ".repeat(24);

/** Calls as the person with this session; null: as nobody. */
function callerOf(url: string, token: string | null): Call {
  return (spec, input, form) => send(url, token, spec, input, form);
}

export async function signIn(url: string, person: Person): Promise<string> {
  return (await send(url, null, login, person)).sessionToken;
}

/** One company of each amount, with an administrator and an agent who can sign in. */
export async function makeStages(url: string, root: Person): Promise<Record<Amount, Stage>> {
  const asRoot = callerOf(url, await signIn(url, root));
  await makeLeads(callerOf(url, null));
  return {
    empty: await makeStage(url, asRoot, "empty"),
    one: await makeStage(url, asRoot, "one"),
    many: await makeStage(url, asRoot, "many"),
    long: await makeStage(url, asRoot, "long"),
  };
}

async function makeStage(url: string, asRoot: Call, amount: Amount): Promise<Stage> {
  const isLong = amount === "long";
  const count = { empty: 0, one: 1, many, long: 2 }[amount];
  const named = (name: string) => (isLong ? `${name} ${wordy}`.slice(0, 100).trim() : name);
  const description = isLong ? wordy.slice(0, 900) : "";
  const { id: companyId } = await asRoot(createCompany, { name: named(amount), description });
  const { id: workspaceId } = await asRoot(createWorkspace, { name: named("Desk"), companyId });
  const invite = async (role: "agent" | "workspace_admin", firstName: string, lastName: string) => {
    const email = `${crypto.randomUUID().slice(0, 8)}@${isLong ? "department.".repeat(9) : ""}example.com`;
    const invited = { email, role, firstName, lastName, companyId, workspaceId };
    const { id, tempPassword } = await asRoot(inviteUser, invited);
    return { id, email, password: String(tempPassword) };
  };
  const lastName = isLong ? endless.slice(0, 80) : "Rossi";
  const admin = await arrive(url, await invite("workspace_admin", "Maria", lastName));
  const invited = await invite("agent", "Luis", lastName);
  const agent = await arrive(url, invited);
  const newcomer = await invite("agent", "Nora", lastName);
  const call = callerOf(url, await signIn(url, admin));

  const name = (noun: string, number: number) =>
    isLong
      ? (number === 1 ? endless : wordy).slice(0, 100).trim()
      : `${noun} ${String(number).padStart(3, "0")}`;
  const tags = isLong ? [endless.slice(0, 60), wordy.slice(0, 60).trim(), "short"] : ["refund", "warranty"];
  let themeId = 0;
  for (let number = 1; number <= count; number++) {
    const theme = await call(createTheme, {
      name: name("Theme", number),
      purpose: isLong ? wordy : "Answers on returns",
      productTags: tags,
      topicTags: tags,
      workspaceId,
    });
    if (number === 1) themeId = theme.id;
    if (amount === "one") break;
    await call(createWorkspace, { name: name("Workspace", number), description, companyId });
    await call(createHelp, {
      type: number % 2 ? "faq" : "video",
      title: name("How is claim", number),
      content: description || "Ask the desk.",
      ...(number % 2 ? {} : { videoUrl: "https://example.com/video", duration: "5:30" }),
    });
    await invite(number % 9 ? "agent" : "workspace_admin", "Ada", isLong ? lastName : `Byron ${number}`);
  }
  if (count === 0) return { companyId, themeId, admin, agent, newcomer };

  await makeWebhooks(url, admin, count, name);
  await call(assignThemeAgent, { id: themeId, userId: invited.id });
  await call(assignThemeWorkspace, { id: themeId, workspaceId });
  for (let number = 1; number <= count; number += 10) await upload(call, themeId, number, count, name);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  for (let number = 1; number <= count; number++) {
    const userQuery = isLong
      ? `${wordy.slice(0, 800)} how long does a refund take?`
      : "How long does a refund take?";
    const { interactionId } = await call(ask, {
      themeId,
      userQuery,
      sessionId: `${number % 9}`,
    });
    if (number % 3 === 1) {
      const rating = number % 2 ? "bad" : "good";
      await call(rateAnswer, {
        interactionId,
        rating,
        feedback: description.slice(0, 500),
      });
    }
  }
  return { companyId, themeId, admin, agent, newcomer };
}

/**
 * The newest, which is listed first, has as many deliveries as the amount says. Adding one asks for the password,
 * which a new session has just given.
 */
async function makeWebhooks(
  url: string,
  admin: Person,
  count: number,
  name: (noun: string, number: number) => string,
): Promise<void> {
  const call = callerOf(url, await signIn(url, admin));
  const last = Math.min(count, mostWebhooks);
  for (let number = 1; number <= last; number++) {
    const made = await call(createWebhook, {
      name: name("Help desk", number),
      url: `https://hooks-${number}.example.com/footnote`,
      events: number % 2 ? ["document.ready", "document.failed"] : ["answer.corrected"],
    });
    for (let test = 1; number === last && test <= count; test++)
      await call(testWebhook, { id: made.webhook.id });
  }
}

async function upload(
  call: Call,
  themeId: number,
  from: number,
  count: number,
  name: (noun: string, number: number) => string,
): Promise<void> {
  const numbers = Array.from({ length: Math.min(10, count - from + 1) }, (_, n) => from + n);
  const files = numbers.map((number) => ({ name: `${name("Policy", number)}.txt`, bytes: policy(number) }));
  await call(uploadDocuments, { id: themeId }, formOf(...files));
}

async function arrive(url: string, invited: Person): Promise<Person> {
  const token = await signIn(url, invited);
  const password = "a walk in the rain 7";
  const changed = await send(url, token, changePassword, { newPassword: password });
  await send(url, changed.sessionToken, acceptTerms);
  return { email: invited.email, password };
}

async function makeLeads(call: Call): Promise<void> {
  for (let number = 1; number <= many; number++)
    await call(createLead, {
      firstName: number === many ? endless.slice(0, 90) : "Ada",
      lastName: `Byron ${number}`,
      email: `lead-${number}@example.com`,
      company: number === many ? wordy.slice(0, 190) : "Harbor",
      useCase: number === many ? wordy : "Answers for the desk",
    });
}
