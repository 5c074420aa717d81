import { writeFileSync } from "node:fs";
import type pg from "pg";
import { ask } from "#contract/answering/answers.ts";
import { getDocumentContent, listDocuments, listVersions } from "#contract/knowledge/documents.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { rowsOf } from "#testing/call.ts";
import type { BenchOptions } from "../options.ts";
import { withOwnDatabase } from "../product/own-database.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const wanted = 10_000;
const uploaded = 50;
const repeats = 20;

type Row = { set: string; engine: "footnote"; firstMs: number; p50Ms: number; p95Ms: number };

/**
 * A theme with ten thousand documents through the API: listed, paged, sorted, searched, opened and asked. Fifty are
 * uploaded and read; the others are copies, written to the database with their pages, passages and segments.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const rows: Row[] = [];
  await withOwnDatabase(async ({ client, environment }) => {
    const product = await startProduct(environment);
    try {
      const theme = await product.newTheme("many");
      const files = Array.from({ length: uploaded }, (_, n) => ({
        name: `Policy ${n}.txt`,
        bytes: policy(n),
      }));
      await product.upload(theme, files);
      await copyDocuments(client, theme);
      const some = await product.call(listDocuments, { id: theme, page: 1, pageSize: 1 });
      const total = "total" in some ? some.total : some.length;
      process.stdout.write(`${total.toLocaleString("en")} documents in one theme\n`);
      const id = rowsOf(some)[0]?.id ?? 0;
      const list = (query: Omit<Request<typeof listDocuments>, "id">) => () =>
        product.call(listDocuments, { id: theme, ...query });
      const calls: Record<string, () => Promise<unknown>> = {
        "first page": list({ page: 1, pageSize: 24 }),
        "last page": list({ page: Math.ceil(total / 24), pageSize: 24 }),
        "sorted by name": list({ page: 1, pageSize: 24, sort: "name" }),
        "sorted by size": list({ page: 1, pageSize: 24, sort: "-size" }),
        "searched by name": list({ page: 1, pageSize: 24, search: "Policy 17" }),
        "plain list (1,000)": list({}),
        "open the text": () => product.call(getDocumentContent, { id }),
        versions: () => product.call(listVersions, { id }),
        question: question(product, theme),
      };
      process.stdout.write(`${"call".padEnd(20)}  first ms   p50 ms   p95 ms\n`);
      for (const [name, call] of Object.entries(calls)) {
        const row = await measure(name, call);
        rows.push(row);
        process.stdout.write(
          `${name.padEnd(20)}  ${row.firstMs.toFixed(1).padStart(8)}  ${row.p50Ms.toFixed(1).padStart(7)}  ${row.p95Ms.toFixed(1).padStart(7)}\n`,
        );
      }
    } finally {
      await product.stop();
    }
  });
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

function policy(n: number): Uint8Array {
  const sections = Array.from(
    { length: 8 },
    (_, at) =>
      `${at + 1}. Rule ${n}-${at}\n\nClaims of kind ${n * 8 + at} are answered within ${5 + at} days. The fee is ${10 + n} dollars and is paid by the member before the work begins.\n`,
  );
  return new TextEncoder().encode(sections.join("\n"));
}

function question(product: Product, theme: number): () => Promise<unknown> {
  let asked = 0;
  return () =>
    product.call(ask, {
      themeId: theme,
      userQuery: `Within how many days are claims of kind ${asked++} answered?`,
      sessionId: "many",
    });
}

async function measure(set: string, call: () => Promise<unknown>): Promise<Row> {
  const times: number[] = [];
  for (let n = 0; n <= repeats; n++) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  const [firstMs = 0, ...later] = times;
  return { set, engine: "footnote", firstMs, p50Ms: percentile(later, 0.5), p95Ms: percentile(later, 0.95) };
}

/** Copies each uploaded document as often as needed, with its version, pages, passages, segment and tags. */
async function copyDocuments(client: pg.Client, theme: number): Promise<void> {
  const copies = wanted / uploaded - 1;
  await client.query(`
    set session_replication_role = replica;
    create temp table copies as
      select d.company_id, d.id as old_document, v.id as old_version, n,
        nextval(pg_get_serial_sequence('documents', 'id'))::int as document,
        nextval(pg_get_serial_sequence('document_versions', 'id'))::int as version
      from documents d join document_versions v on v.document_id = d.id, generate_series(1, ${copies}) n
      where d.theme_id = ${theme};
    insert into documents (company_id, id, theme_id, name, created_at) overriding system value
      select c.company_id, c.document, d.theme_id, 'Copy ' || c.n || ' of ' || d.name, d.created_at - c.n * interval '1 minute'
      from copies c join documents d on d.id = c.old_document;
    insert into document_versions (company_id, id, document_id, version, file_key, file_type, file_size, sha256, status,
        pages, words, tables, passages, language, duration_ms, uploaded_by, uploaded_at, ready_at) overriding system value
      select c.company_id, c.version, c.document, 1, v.file_key, v.file_type, v.file_size, md5(c.version::text), v.status,
        v.pages, v.words, v.tables, v.passages, v.language, v.duration_ms, v.uploaded_by, v.uploaded_at, v.ready_at
      from copies c join document_versions v on v.id = c.old_version;
    insert into pages select c.company_id, c.version, p.page_index, p.number, p.label, p.text
      from copies c join pages p on p.version_id = c.old_version;
    insert into passages (company_id, version_id, ordinal, text, section, page_from, page_to, start_offset, end_offset)
      select c.company_id, c.version, p.ordinal, p.text, p.section, p.page_from, p.page_to, p.start_offset, p.end_offset
      from copies c join passages p on p.version_id = c.old_version;
    insert into segments (company_id, version_id, bytes)
      select c.company_id, c.version, s.bytes from copies c join segments s on s.version_id = c.old_version;
    insert into document_tags select c.company_id, c.document, t.category, t.tag, t.position
      from copies c join document_tags t on t.document_id = c.old_document;
    update themes set content_version = content_version + 1 where id = ${theme};
    set session_replication_role = origin;
    analyze;`);
}
