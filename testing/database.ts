import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { withClient } from "#server/platform/database/client.ts";
import { prepareDatabase } from "#server/platform/database/prepare.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { startEmbedded } from "#server/platform/database/embedded.ts";
import { jobs } from "#contract/operation/jobs.ts";
import { prepareQueue } from "#server/platform/queue/queue.ts";

declare module "vitest" {
  export interface ProvidedContext {
    connection: Connection;
    template: string;
  }
}

/** One PostgreSQL for the run (embedded, or DATABASE_URL) with a migrated template for each project, which its test files copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = mkdtempSync(join(tmpdir(), "footnote-tests-"));
  const server = given === undefined ? await startEmbedded({ folder, fsync: false }) : null;
  const connection = server?.connection ?? { connectionString: given ?? "" };
  const template = `footnote_template_${process.pid}_${project.name}`;
  await withClient(connection, (client) => client.query(`create database ${template}`));
  const inTemplate = withDatabase(connection, template);
  await prepareQueue(inTemplate, await prepareDatabase(inTemplate), Object.keys(jobs));
  project.provide("connection", connection);
  project.provide("template", template);
  return async () => {
    await withClient(connection, (client) =>
      client.query(`drop database if exists ${template} with (force)`),
    );
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

export function withDatabase(connection: Connection, database: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.toString() };
}
