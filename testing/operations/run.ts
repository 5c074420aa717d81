import { assignThemeWorkspace } from "#contract/knowledge/themes.ts";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { buildCompany, type TestPerson } from "../build.ts";
import { call } from "../call.ts";
import { buildTheme } from "../documents.ts";
import { normalized } from "./normal.ts";
import * as onAnswers from "./on-answers.ts";
import * as onDocuments from "./on-documents.ts";
import * as onPeople from "./on-people.ts";
import * as onThemes from "./on-themes.ts";
import type { Step } from "./step.ts";
import type { Operation } from "./vocabulary.ts";
import type { Person, World } from "./world.ts";

/** The program over one kind of database. */
export type Engine = {
  name: string;
  app: TestApp;
  /** A theme of another company with one document that was read. */
  library: { id: number };
  stranger: TestPerson;
  reader: TestPerson;
};

const steps = { ...onAnswers, ...onDocuments, ...onPeople, ...onThemes };

/** @param owner of an empty database */
export async function openEngine(name: string, owner: Connection): Promise<Engine> {
  const app = await startTestApp({ owner, worker: false });
  const workers = workersOf(app.services);
  const readDocument = workers["read-document"];
  let reads = true;
  // after the library's, documents stay unread: when one is ready would depend on the machine
  workers["read-document"] = async (...job) => (reads ? readDocument(...job) : undefined);
  workers["suggest-tags"] = async () => undefined;
  await app.services.queue.work(workers);
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin, { companyWorkspaceId: company.workspaceId });
  const assigned = { id: theme.id, workspaceId: company.workspaceId };
  await company.admin.call(assignThemeWorkspace, assigned);
  reads = false;
  return { name, app, library: theme, stranger: company.admin, reader: company.agent };
}

/**
 * Makes the calls of a sequence in a company of its own.
 * @param number part of addresses; no two sequences share one
 * @returns the replies, normalized
 * @throws Error if a reply is not the one that the model predicts
 */
export async function runSequence(
  engine: Engine,
  operations: Operation[],
  number: string,
): Promise<string[]> {
  const world = await newWorld(engine, number);
  const replies: string[] = [];
  const made: string[] = [];
  for (const operation of operations) {
    const step = stepOf(world, operation);
    const { by, spec, input, form } = step;
    made.push(`${by} ${spec.method} ${spec.path} ${JSON.stringify(input)}`);
    const reply = await call(engine.app.url, world.callers[by].token, spec, input as never, form && { form });
    const said = reply.body === undefined ? reply.text : normalized(reply.body);
    replies.push(`${spec.method} ${spec.path} ${reply.status} ${said}`);
    const found = reply.status < 300 && step.rowsOf !== undefined ? step.rowsOf(reply.body) : [];
    const expected = step.status < 300 ? (step.rows ?? []) : [];
    if (reply.status !== step.status || !isSame(found, expected))
      throw new Error(
        `${engine.name} answered ${reply.status} ${JSON.stringify(found)}, not ${step.status} ${JSON.stringify(expected)}:\n${made.join("\n")}\n${reply.text.slice(0, 500)}`,
      );
    if (reply.status < 300) step.learn?.(reply.body as never);
  }
  return replies;
}

function stepOf(world: World, operation: Operation): Step {
  // the operation's kind is the function's name, and the function takes that kind
  const make = steps[operation.kind] as (world: World, operation: Operation) => Step;
  return make(world, operation);
}

async function newWorld({ app, library, stranger, reader }: Engine, number: string): Promise<World> {
  const { admin, agent, workspaceId } = await buildCompany(app);
  const main = { id: workspaceId, name: "Main", isActive: true, isDeleted: false };
  const person = ({ id, email }: TestPerson, role: Person["role"]): Person => ({
    ...{ id, email, role, firstName: "Test", lastName: role, isActive: true },
    workspaces: new Set([main]),
  });
  return {
    number,
    callers: { admin, agent, stranger, reader },
    library,
    workspaces: [main],
    themes: [],
    people: [person(admin, "workspace_admin"), person(agent, "agent")],
    documents: [],
    answers: [],
    isAgentSignedIn: true,
  };
}

const isSame = (one: string[], other: string[]) =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
