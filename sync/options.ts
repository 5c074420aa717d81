import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

export const usage = `footnote-sync SOURCE --theme ID [options]

SOURCE   a folder, s3://bucket/prefix?endpoint=…&region=…, or the https address of a WebDAV share

  --url URL          the server (or FOOTNOTE_URL)
  --theme ID         the theme to keep in step
  --key-file FILE    a file with the API key (or the key itself as FOOTNOTE_KEY)
  --name NAME        the beginning of the documents' names; default: the folder, bucket or share
  --dry-run          says what it would do, and changes nothing
  --max-delete N%    deletes at most this share of its documents in one run; default 20%
  --delete-all       deletes without this limit, even if the source is empty
  --parallel N       files at once, 1 to 16; default 4
  --state FILE       its memory of unchanged files; default below ~/.local/state/footnote-sync
`;

export class UsageError extends Error {}

/** What somebody typed. @throws UsageError */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new UsageError("Name one source.");
  const url = values.url ?? environment.FOOTNOTE_URL;
  if (url === undefined || !URL.canParse(url))
    throw new UsageError("Give the server's address as --url or FOOTNOTE_URL.");
  const key = values["key-file"] === undefined ? environment.FOOTNOTE_KEY : keyIn(values["key-file"]);
  if (key === undefined || key === "")
    throw new UsageError("Give the API key as FOOTNOTE_KEY, or a file with it as --key-file.");
  return {
    source,
    url,
    key,
    themeId: whole("--theme", values.theme, 1, 2_147_483_647),
    name: values.name,
    isDryRun: values["dry-run"],
    mostDeleted: values["delete-all"] ? null : shareOf(values["max-delete"]),
    parallel: whole("--parallel", values.parallel, 1, 16),
    state: values.state,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: "string" },
        theme: { type: "string" },
        "key-file": { type: "string" },
        name: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "max-delete": { type: "string", default: "20%" },
        "delete-all": { type: "boolean", default: false },
        parallel: { type: "string", default: "4" },
        state: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}

function whole(name: string, written: string | undefined, least: number, most: number): number {
  const value = Number(written);
  if (written === undefined || !Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`${name} must be a number from ${least} to ${most}.`);
  return value;
}

function shareOf(written: string): number {
  const [, percent] = /^(\d{1,3})%$/.exec(written) ?? [];
  if (percent === undefined || Number(percent) > 100)
    throw new UsageError("--max-delete must be a share, such as 20%.");
  return Number(percent) / 100;
}

/** One file for each source, theme and name. */
export function defaultState(environment: NodeJS.ProcessEnv, ...which: string[]): string {
  const folder = environment.XDG_STATE_HOME ?? join(homedir(), ".local", "state");
  const id = createHash("sha256").update(JSON.stringify(which)).digest("hex").slice(0, 24);
  return join(folder, "footnote-sync", `${id}.jsonl`);
}
