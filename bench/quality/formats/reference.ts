import { execFile, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

export const formats = ["xlsx", "pptx", "html", "md", "eml", "csv"] as const;
export type Format = (typeof formats)[number];

/** Programs that make the references, and the line that names their versions; null and what is missing. */
export function findPrograms(): { versions: string } | { missing: string } {
  const found: string[] = [];
  for (const [program, source] of [
    ["soffice", "LibreOffice (Debian: libreoffice-writer-nogui, -calc-nogui, -impress-nogui)"],
    ["cmark-gfm", "cmark-gfm (Debian: cmark-gfm)"],
    ["python3", "Python 3"],
  ] as const) {
    const { error, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
    if (error !== undefined) return { missing: source };
    found.push(stdout.split(/\n| - /)[0] ?? program);
  }
  return { versions: found.join(", ") };
}

/** Every column as text, so that a value is the one in the file; UTF-8; comma, semicolon, tab or bar. */
const csvFilter = `CSV:44/59/9/124,34,76,1,${Array.from({ length: 200 }, (_, at) => `${at + 1}/2`).join("/")},1033,false,false`;
/** Every sheet, as its cells are shown, with tabs between them. */
const sheetsAsText = "csv:Text - txt - csv (StarCalc):9,34,76,1,,1033,false,true,false,false,false,-1";
const asText = "txt:Text (encoded):UTF8";

type Way = { from: string; filter: string | null; to: string };
const ways: Record<Format, Way> = {
  xlsx: { from: "xlsx", filter: null, to: sheetsAsText },
  csv: { from: "csv", filter: csvFilter, to: sheetsAsText },
  pptx: { from: "pptx", filter: null, to: "fodp" },
  html: { from: "html", filter: "HTML (StarWriter)", to: asText },
  md: { from: "html", filter: "HTML (StarWriter)", to: asText },
  eml: { from: "html", filter: "HTML (StarWriter)", to: asText },
};

/** Starting LibreOffice takes longer than most files; it ends with the first file on which it crashes. */
const batch = 30;
const mostMilliseconds = 120_000;

/** The text of each file as the reference has it; null where it has none. */
export async function referencesOf(format: Format, paths: readonly string[]): Promise<(string | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-formats-"));
  try {
    const prepared = paths.map((path, at) =>
      prepare(format, path, join(folder, `${at}.${ways[format].from}`)),
    );
    const copies = prepared.flatMap(({ copy }) => copy ?? []);
    for (let from = 0; from < copies.length; from += batch)
      await convert(format, folder, copies.slice(from, from + batch));
    for (const copy of copies) if (madeOf(folder, copy).length === 0) await convert(format, folder, [copy]);
    return prepared.map(({ copy, text }) => {
      const made = copy === null ? [] : madeOf(folder, copy);
      if (copy !== null && made.length === 0) return null;
      return [text, ...(format === "pptx" ? made.map(slidesIn) : made)].join("\n");
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The copy that LibreOffice reads, null if there is nothing for it, and the text beside that. */
function prepare(format: Format, path: string, copy: string): { copy: string | null; text: string } {
  if (format === "md") writeFileSync(copy, htmlOf(path));
  else if (format === "eml") {
    const { text, html } = partsOf(path);
    if (html === "") return { copy: null, text };
    writeFileSync(copy, html);
    return { copy, text };
  } else copyFileSync(path, copy);
  return { copy, text: "" };
}

async function convert(format: Format, folder: string, copies: readonly string[]): Promise<void> {
  const { filter, to } = ways[format];
  const args = [
    `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`,
    ...["--headless", ...(filter === null ? [] : [`--infilter=${filter}`]), "--convert-to", to],
    ...["--outdir", join(folder, "out"), ...copies],
  ];
  await promisify(execFile)("soffice", args, { timeout: mostMilliseconds * copies.length }).catch(
    () => undefined,
  );
}

/** A workbook becomes a file for each of its sheets. */
function madeOf(folder: string, copy: string): string[] {
  const out = join(folder, "out");
  const name = parse(copy).name;
  if (!existsSync(out)) return [];
  return readdirSync(out)
    .filter((made) => made.startsWith(`${name}.`) || made.startsWith(`${name}-`))
    .map((made) => readFileSync(join(out, made), "utf8"));
}

function htmlOf(path: string): string {
  const extensions = ["table", "strikethrough", "autolink"].flatMap((name) => ["-e", name]);
  const { stdout, status } = spawnSync("cmark-gfm", ["--unsafe", ...extensions, path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`cmark-gfm cannot read ${path}.`);
  return `<!doctype html><meta charset="utf-8"><body>${stdout}</body>`;
}

/** Of a mail: who wrote to whom and when, the subject, and the body that a reader shows, HTML before text. */
const mailReader = `
import email, email.policy, json, sys
mail = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
head = [str(mail[name] or "") for name in ("subject", "from", "to", "cc")]
body = mail.get_body(("html", "plain"))
try:
    content = "" if body is None else body.get_content()
except LookupError:
    content = body.get_payload(decode=True).decode("latin-1")
isHtml = body is not None and body.get_content_subtype() == "html"
print(json.dumps({"text": "\\n".join(head + ([] if isHtml else [content])), "html": content if isHtml else ""}))
`;

function partsOf(path: string): { text: string; html: string } {
  const { stdout, status } = spawnSync("python3", ["-c", mailReader, path], { encoding: "utf8" });
  if (status !== 0) return { text: "", html: "" };
  const { text, html } = JSON.parse(stdout) as { text: string; html: string };
  // the encoding of the mail is undone; that of a page would be read from the page
  return { text, html: html === "" ? "" : `\ufeff${html}` };
}

/** The words on the slides of a flat presentation. */
function slidesIn(xml: string): string {
  const body = /<office:presentation>([^]*)<\/office:presentation>/.exec(xml)?.[1] ?? "";
  return body
    .replace(/<presentation:notes[\s>][^]*?<\/presentation:notes>/g, " ")
    .replace(/<(?:office:binary-data|presentation:(?:footer|header|date-time)-decl)[\s>][^]*?<\/[^>]*>/g, " ")
    .replace(/<text:s\/>|<\/text:p>|<text:(?:tab|line-break)\/>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => signs[name] ?? " ");
}

const signs: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
