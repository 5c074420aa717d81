import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { listCompanies } from "#contract/identity/companies.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { checkRecord, getRecordState } from "#contract/evidence/record.ts";
import { rowsOf } from "../call.ts";
import { withClient } from "#server/platform/database/client.ts";
import type { Product } from "../product.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { ownerOf } from "./database.ts";

export type Integrity = {
  files: number;
  filesLost: number;
  /** Documents of the theme that could not be read, with the reason. */
  unread: string[];
  answers: number;
  answersLost: number;
  /** Events of the company's log, and the outcome of its check. */
  events: number;
  record: string;
  /** Indexes and tables that PostgreSQL's own check (amcheck) found intact; the first damage ends it with an error. */
  relations: number;
};

const patienceMs = 120_000;

/** Compares everything acknowledged with what the product has, and lets the database and the record check themselves. */
export async function checkIntegrity({
  product,
  theme,
  acknowledged,
}: {
  product: Product;
  theme: number;
  acknowledged: Acknowledged;
}): Promise<Integrity> {
  const unread = await untilRead(product, theme);
  let filesLost = 0;
  for (const [id, sha256] of acknowledged.files) {
    const response = await fetch(`${product.url}/api/documents/${id}/file`, {
      headers: { authorization: `Bearer ${product.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) filesLost += 1;
  }
  let answersLost = 0;
  for (const [id, text] of acknowledged.answers) {
    const kept = await product.call(getInteraction, { id }).catch(() => null);
    if (kept?.response !== text) answersLost += 1;
  }
  return {
    files: acknowledged.files.size,
    filesLost,
    unread,
    answers: acknowledged.answers.size,
    answersLost,
    ...(await recordOf(product)),
    relations: await checkRelations(product),
  };
}

async function untilRead(product: Product, theme: number): Promise<string[]> {
  let until = Date.now() + patienceMs;
  for (let before = Infinity; ;) {
    const documents = [];
    for (let page = 1; ; page++) {
      const rows = rowsOf(await product.call(listDocuments, { id: theme, page, pageSize: 200 }));
      documents.push(...rows);
      if (rows.length < 200) break;
    }
    const unread = documents.filter(({ status }) => status !== "ready");
    if (unread.every(({ status }) => status === "failed") || Date.now() > until)
      return unread.map(({ name, status, statusReason }) => `${name}: ${status} ${statusReason ?? ""}`);
    // a bench leaves a thousand behind
    if (unread.length < before) until = Date.now() + patienceMs;
    before = unread.length;
    await wait(500);
  }
}

async function recordOf(product: Product): Promise<{ events: number; record: string }> {
  const [company] = rowsOf(await product.call(listCompanies, {}));
  const log = { companyId: company?.id };
  const { id } = await product.call(checkRecord, log);
  for (const until = Date.now() + patienceMs; ;) {
    const { check } = await product.call(getRecordState, log);
    if (check !== null && check.id === id && check.finishedAt !== null)
      return { events: check.size, record: check.outcome ?? "unknown" };
    if (Date.now() > until) throw new Error("The check of the record did not end.");
    await wait(100);
  }
}

async function checkRelations(product: Product): Promise<number> {
  return withClient(ownerOf(product), async (client) => {
    await client.query("create extension if not exists amcheck");
    const indexes = await client.query(
      `select bt_index_check(index => c.oid, heapallindexed => true) from pg_class c
       join pg_am a on a.oid = c.relam and a.amname = 'btree'
       join pg_index i on i.indexrelid = c.oid and i.indisvalid
       where c.relkind = 'i' and c.relpersistence = 'p'`,
    );
    const { rows: damaged } = await client.query(
      `select c.oid::regclass as name, found.msg from pg_class c, lateral verify_heapam(c.oid) found
       where c.relkind = 'r' and c.relpersistence = 'p'`,
    );
    if (damaged.length > 0) throw new Error(`Damaged tables: ${JSON.stringify(damaged.slice(0, 3))}`);
    return indexes.rowCount ?? 0;
  });
}
