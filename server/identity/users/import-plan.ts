import { CsvError, parse } from "csv-parse/sync";
import { maximumImportLines, type ImportLine, type ImportOutcome } from "#contract/identity/user-import.ts";
import { Email, isPlainLine } from "#contract/kernel/values.ts";
import { invalid } from "#server/platform/errors.ts";

type Role = "agent" | "workspace_admin";

/** One line of the file, unchanged. */
export type RawLine = {
  line: number;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  workspaces: string;
};

/** A line that can be imported. */
export type PlannedUser = {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  workspaceIds: number[];
};

export type Planned = { line: ImportLine; user: PlannedUser | null };

const columns = {
  email: "email",
  firstname: "firstName",
  lastname: "lastName",
  role: "role",
  workspace: "workspaces",
  workspaces: "workspaces",
} as const satisfies Record<string, keyof RawLine>;
const needed = ["email", "role", "workspaces"] as const;

const roles: Record<string, Role> = { agent: "agent", workspaceadmin: "workspace_admin" };
const longestName = 100;

/**
 * The lines of a CSV file with a header, separated by commas, semicolons or tabs (spreadsheets vary by country).
 * Columns can be in any order, others are ignored: an export of users can be imported.
 * @throws AppError invalid with a sentence if it is no such file
 */
export function readLines(csv: string): RawLine[] {
  let records: { info: { lines: number }; record: string[] }[];
  try {
    records = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // lines beyond the largest import are not kept
      to: maximumImportLines + 2,
    }) as unknown as typeof records;
  } catch (error) {
    throw invalid(
      "csv",
      error instanceof CsvError
        ? `The file could not be read as CSV: ${error.message}`
        : "The file could not be read as CSV.",
    );
  }
  const [header, ...lines] = records;
  const names = (header?.record ?? []).map(plain);
  const placeOf = (column: keyof RawLine) =>
    names.findIndex(
      (name) => Object.hasOwn(columns, name) && columns[name as keyof typeof columns] === column,
    );
  if (needed.some((column) => placeOf(column) === -1))
    throw invalid("csv", "The first line must name the columns Email, Role and Workspaces.");
  if (lines.length === 0) throw invalid("csv", "The file has no lines below its header.");
  if (lines.length > maximumImportLines)
    throw invalid(
      "csv",
      `Import at most ${maximumImportLines.toLocaleString("en")} lines at a time. Split the file.`,
    );
  return lines.map(({ info, record }) => {
    const cell = (column: keyof RawLine) => (record[placeOf(column)] ?? "").slice(0, 1000);
    return {
      line: info.lines,
      email: cell("email"),
      firstName: cell("firstName"),
      lastName: cell("lastName"),
      role: cell("role"),
      workspaces: cell("workspaces"),
    };
  });
}

/** The header's separator. */
function delimiterOf(csv: string): string {
  const [header = ""] = csv.split(/\r?\n/, 1);
  return (
    [",", ";", "\t"].toSorted((one, other) => header.split(other).length - header.split(one).length)[0] ?? ","
  );
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

export type Surroundings = {
  /** Addresses in the file that already sign in. */
  taken: ReadonlySet<string>;
  workspaces: { id: number; name: string; is_active: boolean }[];
};

/** Reports for each line what would happen; only a line's first problem is named. */
export function planImport(lines: RawLine[], { taken, workspaces }: Surroundings): Planned[] {
  const byName = new Map<string, number[]>();
  for (const { id, name, is_active } of workspaces) {
    const key = name.trim().toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), ...(is_active ? [id] : [])]);
  }
  const firstLine = new Map<string, number>();
  return lines.map((raw) => {
    const email = normalEmail(raw.email);
    const planned = plan(raw, email, byName, taken, email === null ? undefined : firstLine.get(email));
    if (email !== null && !firstLine.has(email)) firstLine.set(email, raw.line);
    const name = `${raw.firstName} ${raw.lastName}`.trim();
    return {
      user: planned.user,
      line: {
        line: raw.line,
        email: email ?? raw.email,
        name,
        role: raw.role,
        workspaces: raw.workspaces,
        outcome: planned.outcome,
        message: planned.message,
      },
    };
  });
}

/** In stored form, or null if it is not an address. */
export function normalEmail(text: string): string | null {
  return Email.safeParse(text).data ?? null;
}

type Step = { user: PlannedUser | null; outcome: ImportOutcome; message: string };

function plan(
  raw: RawLine,
  email: string | null,
  byName: Map<string, number[]>,
  taken: ReadonlySet<string>,
  earlier: number | undefined,
): Step {
  const no = (outcome: ImportOutcome, message: string): Step => ({ user: null, outcome, message });
  if (email === null)
    return no(
      "bad_email",
      raw.email === "" ? "The line has no email address." : "This is not an email address.",
    );
  if (earlier !== undefined) return no("duplicate", `The same address is in line ${earlier}.`);
  if (raw.firstName.length > longestName || raw.lastName.length > longestName)
    return no("bad_name", `A name can have at most ${longestName} characters.`);
  if (!isPlainLine(raw.firstName + raw.lastName))
    return no("bad_name", "Remove line breaks and invisible control characters from the name.");
  const role = roles[plain(raw.role)];
  if (role === undefined) return no("bad_role", "The role must be Agent or Workspace Admin.");
  const names = raw.workspaces
    .split(/[;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) return no("no_workspace", "The line names no workspace.");
  const unknown = names.find((name) => !byName.has(name.toLowerCase()));
  if (unknown !== undefined) return no("unknown_workspace", `There is no workspace '${unknown}'.`);
  const inactive = names.find((name) => byName.get(name.toLowerCase())?.length === 0);
  if (inactive !== undefined) return no("unknown_workspace", `The workspace '${inactive}' is inactive.`);
  const ambiguous = names.find((name) => (byName.get(name.toLowerCase())?.length ?? 0) > 1);
  if (ambiguous !== undefined)
    return no("unknown_workspace", `Several workspaces are called '${ambiguous}'.`);
  if (taken.has(email)) return no("exists", "A user with this email already exists.");
  const workspaceIds = [...new Set(names.flatMap((name) => byName.get(name.toLowerCase()) ?? []))];
  return {
    user: { email, firstName: raw.firstName, lastName: raw.lastName, role, workspaceIds },
    outcome: "invite",
    message: "Will be invited.",
  };
}
