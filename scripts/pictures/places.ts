import type { Person } from "./demo.ts";

/** The amount of a company's data; each row is created through the API, as a person would. */
type Amount = "empty" | "one" | "many" | "long";
/** The newcomer was invited and hasn't changed the temporary password yet. */
export type Place = { companyId: number; themeId: number; admin: Person; agent: Person; newcomer: Person };

type Answer = Record<string, unknown> & { id: number };
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

const many = 200;
/** The most that a company may have. */
const mostWebhooks = 20;
const policy = (days: number) =>
  `Return Policy\n\n1. Time limits\nA customer may return an unopened product within ${days} days of delivery.\n\n2. Refunds\nA refund takes ten days and goes to the card that was charged.\n`;
/** Without a place to break, as in pasted names; and as long as the longest company names. */
const endless = "Wide-name without-a_place.to(break)".replaceAll(" ", "_").repeat(6);
const wordy = "Gesellschaft für grenzüberschreitende Rückversicherung und Vermögensberatung ".repeat(24);

export function callerOf(url: string, token: string | null): Call {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}

export async function signIn(url: string, person: Person): Promise<string> {
  return String((await callerOf(url, null)("POST", "/api/auth/login", person)).sessionToken);
}

/** One company of each amount, with an administrator and an agent who can sign in. */
export async function makePlaces(url: string, root: Person): Promise<Record<Amount, Place>> {
  const asRoot = callerOf(url, await signIn(url, root));
  await makeLeads(callerOf(url, null));
  return {
    empty: await makePlace(url, asRoot, "empty"),
    one: await makePlace(url, asRoot, "one"),
    many: await makePlace(url, asRoot, "many"),
    long: await makePlace(url, asRoot, "long"),
  };
}

async function makePlace(url: string, asRoot: Call, amount: Amount): Promise<Place> {
  const isLong = amount === "long";
  const count = { empty: 0, one: 1, many, long: 2 }[amount];
  const named = (name: string) => (isLong ? `${name} ${wordy}`.slice(0, 100).trim() : name);
  const description = isLong ? wordy.slice(0, 900) : "";
  const { id: companyId } = await asRoot("POST", "/api/companies", { name: named(amount), description });
  const { id: workspaceId } = await asRoot("POST", "/api/workspaces", { name: named("Desk"), companyId });
  const invite = async (role: string, firstName: string, lastName: string) => {
    const email = `${crypto.randomUUID().slice(0, 8)}@${isLong ? "department.".repeat(9) : ""}example.com`;
    const invited = { email, role, firstName, lastName, companyId, workspaceId };
    const { id, tempPassword } = await asRoot("POST", "/api/users/invite", invited);
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
    const theme = await call("POST", "/api/themes", {
      name: name("Theme", number),
      purpose: isLong ? wordy : "Answers on returns",
      productTags: tags,
      topicTags: tags,
      workspaceId,
    });
    if (number === 1) themeId = theme.id;
    if (amount === "one") break;
    await call("POST", "/api/workspaces", { name: name("Workspace", number), description, companyId });
    await call("POST", "/api/help", {
      type: number % 2 ? "faq" : "video",
      title: name("How is claim", number),
      content: description || "Ask the desk.",
      ...(number % 2 ? {} : { videoUrl: "https://example.com/video", duration: "5:30" }),
    });
    await invite(number % 9 ? "agent" : "workspace_admin", "Ada", isLong ? lastName : `Byron ${number}`);
  }
  if (count === 0) return { companyId, themeId, admin, agent, newcomer };

  await makeWebhooks(url, admin, count, name);
  await call("POST", `/api/themes/${themeId}/assignments`, { userId: invited.id });
  await call("POST", `/api/themes/${themeId}/workspaces`, { workspaceId });
  for (let number = 1; number <= count; number += 10) await upload(call, themeId, number, count, name);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  for (let number = 1; number <= count; number++) {
    const userQuery = isLong
      ? `${wordy.slice(0, 800)} how long does a refund take?`
      : "How long does a refund take?";
    const { interactionId } = await call("POST", "/api/chat", {
      themeId,
      userQuery,
      sessionId: `${number % 9}`,
    });
    if (number % 3 === 1) {
      const rating = number % 2 ? "bad" : "good";
      await call("POST", `/api/chat/${String(interactionId)}/rate`, {
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
    const made = await call("POST", "/api/webhooks", {
      name: name("Help desk", number),
      url: `https://hooks-${number}.example.com/footnote`,
      events: number % 2 ? ["document.ready", "document.failed"] : ["answer.corrected"],
    });
    const { id } = made.webhook as { id: number };
    for (let test = 1; number === last && test <= count; test++)
      await call("POST", `/api/webhooks/${id}/test`);
  }
}

async function upload(
  call: Call,
  themeId: number,
  from: number,
  count: number,
  name: (noun: string, number: number) => string,
): Promise<void> {
  const body = new FormData();
  for (let number = from; number < from + 10 && number <= count; number++)
    body.append("files", new Blob([policy(number)]), `${name("Policy", number)}.txt`);
  await call("POST", `/api/themes/${themeId}/documents/bulk`, body);
}

async function arrive(url: string, invited: Person): Promise<Person> {
  const token = await signIn(url, invited);
  const password = "a walk in the rain 7";
  const changed = await callerOf(url, token)("POST", "/api/auth/change-password", { newPassword: password });
  await callerOf(url, String(changed.sessionToken))("POST", "/api/auth/accept-terms");
  return { email: invited.email, password };
}

async function makeLeads(call: Call): Promise<void> {
  for (let number = 1; number <= many; number++)
    await call("POST", "/api/leads", {
      firstName: number === many ? endless.slice(0, 90) : "Ada",
      lastName: `Byron ${number}`,
      email: `lead-${number}@example.com`,
      company: number === many ? wordy.slice(0, 190) : "Harbor",
      useCase: number === many ? wordy : "Answers for the desk",
    });
}
