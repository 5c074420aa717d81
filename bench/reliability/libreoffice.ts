import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { exportInteractions } from "#contract/answering/interactions.ts";
import { exportRecord } from "#contract/evidence/record.ts";
import { SpreadsheetFormat } from "#contract/kernel/spreadsheet-format.ts";
import { createLead, exportLeads } from "#contract/operation/leads.ts";
import { ask } from "#testing/ask.ts";
import { startProduct, type Product } from "#testing/product.ts";
import type { BenchOptions } from "../options.ts";
import { withOwnDatabase } from "../product/own-database.ts";

/** Whole cells, each of which a spreadsheet could run, change or split. */
const texts = [
  ...["=1+1", '=HYPERLINK("https://example.com","refunds")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1:A9)"],
  ...["12345678901234567890", "00420", "1-50", "1E5", 'say "yes", or; no', "first\nsecond\n\nfourth"],
  ...["👩‍👩‍👧 travels 🧳", "كم تكلفة الرحلة؟ 123", `${"a1 ".repeat(333)}z`],
];
const phones = ["+49 30 901820", "0049 30 901820", "004930901820", "+14155550100", "(030) 90 18 20"];

type Cell = { type: string; text: string; isFormula: boolean };
type Row = { file: string; cells: number; findings: string[] };

/** The exports of an installation with hostile texts, opened by LibreOffice without its screen. */
export async function run({ json }: BenchOptions): Promise<void> {
  const version = await promisify(execFile)("soffice", ["--version"]).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  if (version === null) {
    process.stdout.write("skipped: LibreOffice is not installed (Debian: libreoffice-calc)\n");
    return;
  }
  process.stdout.write(`${version}\n`);
  const folder = mkdtempSync(join(tmpdir(), "footnote-libreoffice-"));
  const rows: Row[] = [];
  try {
    await withOwnDatabase(async ({ environment }) => {
      const product = await startProduct(environment);
      try {
        await fill(product);
        for (const list of [exportLeads, exportInteractions, exportRecord])
          for (const format of SpreadsheetFormat.options) {
            const row = await open(product, folder, list, format);
            rows.push(row);
            process.stdout.write(
              `${row.file.padEnd(28)} ${row.cells} cells, ${row.findings.length} findings\n${row.findings.map((finding) => `  ${finding}\n`).join("")}`,
            );
          }
      } finally {
        await product.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (rows.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  if (json) writeFileSync(json, `${JSON.stringify({ version, rows }, null, 2)}\n`);
}

/** A lead and a question for each text, and a lead for each phone number. */
async function fill(product: Product): Promise<void> {
  const themeId = await product.newTheme("=1+1");
  const bytes = Buffer.from("Refunds. Travel is refunded within 30 days.");
  await product.upload(themeId, [{ name: "refunds.txt", bytes }]);
  const lead = (useCase: string, phone: string) =>
    product.call(createLead, {
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.com",
      company: "-1+1",
      phone,
      useCase,
    });
  for (const text of texts) {
    await lead(text, "");
    await product.call(ask, { themeId, userQuery: text, sessionId: randomUUID() });
  }
  for (const phone of phones) await lead("Policies", phone);
}

async function open(
  product: Product,
  folder: string,
  list: typeof exportLeads | typeof exportInteractions | typeof exportRecord,
  format: SpreadsheetFormat,
): Promise<Row> {
  const name = list.path.split("/").at(-2) ?? "";
  const response = await fetch(`${product.url}${list.path}?format=${format}`, {
    headers: { authorization: `Bearer ${product.token}` },
  });
  if (!response.ok) throw new Error(`${list.path}: ${await response.text()}`);
  writeFileSync(join(folder, `${name}.${format}`), Buffer.from(await response.arrayBuffer()));
  // comma, double quote, UTF-8, from line 1, columns as they are, English, quoted cells are read as well, dates are seen
  const filter = format === "csv" ? ["--infilter=CSV:44,34,76,1,,1033,false,true,false"] : [];
  await promisify(execFile)(
    "soffice",
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`,
      ...["--headless", ...filter, "--convert-to", "fods", "--outdir", folder, `${name}.${format}`],
    ],
    { cwd: folder },
  );
  const [header = [], ...lines] = cellsOf(readFileSync(join(folder, `${name}.fods`), "utf8"));
  const columns = header.map(({ text }) => text);
  const valuesOf = (column: string) => lines.flatMap((line) => line[columns.indexOf(column)] ?? []);
  const sent =
    list === exportLeads ? valuesOf("Use Case") : list === exportInteractions ? valuesOf("Query") : null;
  const findings = [
    ...lines.flat().flatMap(({ isFormula, text }) => (isFormula ? [`a formula: ${text}`] : [])),
    ...(sent === null ? [] : missing(texts, sent, format)),
    ...(list === exportLeads ? missing(phones, valuesOf("Phone"), format) : []),
    ...(format === "xlsx" ? untyped(columns, lines) : []),
  ];
  return {
    file: `${name}.${format}`,
    cells: lines.flat().filter(({ type }) => type !== "").length,
    findings,
  };
}

/** The texts that no text cell has; in CSV with the marks that keep a spreadsheet from running or changing them. */
function missing(wanted: string[], cells: Cell[], format: SpreadsheetFormat): string[] {
  const found = new Set(
    cells
      .filter(({ type }) => type === "string")
      .map(({ text }) => (format === "csv" ? text.replace(/^['\u2007]/, "") : text)),
  );
  return wanted
    .filter((text) => !found.has(text))
    .map((text) => `not as written: ${JSON.stringify(text.slice(0, 60))}`);
}

/** Columns whose cells a spreadsheet has to add up or sort by. */
const typeOf: Record<string, string> = {
  Date: "date",
  "Date & Time": "date",
  "Time (UTC)": "date",
  "Theme ID": "float",
  Number: "float",
};

function untyped(columns: string[], lines: Cell[][]): string[] {
  return columns.flatMap((column, index) => {
    const wanted = typeOf[column] ?? (column === "ID" && columns.includes("Query") ? "float" : undefined);
    const types = new Set(lines.flatMap((line) => line[index]?.type ?? []));
    return wanted === undefined || (types.size === 1 && types.has(wanted))
      ? []
      : [`${column}: ${[...types].join(", ")} instead of ${wanted}`];
  });
}

/** The cells of a flat OpenDocument spreadsheet, row by row; empty ones have no type. */
function cellsOf(xml: string): Cell[][] {
  const sheet = xml.slice(xml.indexOf("<table:table "));
  return sheet
    .split("<table:table-row")
    .slice(1)
    .map((row) =>
      [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([^]*?)<\/table:table-cell>)/g)].flatMap(
        ([, attributes = "", inner = ""]) => {
          const times = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
          const cell = {
            type: /office:value-type="(\w+)"/.exec(attributes)?.[1] ?? "",
            text: textOf(inner),
            isFormula: attributes.includes("table:formula="),
          };
          return Array.from({ length: Math.min(times, 50) }, () => cell);
        },
      ),
    )
    .filter((row) => row.some(({ type }) => type !== ""));
}

const textOf = (inner: string) =>
  [...inner.matchAll(/<text:p>([^]*?)<\/text:p>|<text:p\/>/g)]
    .map(([, line = ""]) =>
      line
        .replaceAll(/<text:s text:c="(\d+)"\/>/g, (_, count: string) => " ".repeat(Number(count)))
        .replaceAll("<text:s/>", " ")
        .replaceAll("<text:tab/>", "\t")
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&apos;", "'")
        .replaceAll("&amp;", "&"),
    )
    .join("\n");
