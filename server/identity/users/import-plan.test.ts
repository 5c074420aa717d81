import { expect, test } from "vitest";
import { maximumImportLines } from "#contract/identity/user-import.ts";
import { planImport, readLines } from "./import-plan.ts";

const workspaces = [
  { id: 1, name: "Contact Center", is_active: true },
  { id: 2, name: "Billing", is_active: true },
  { id: 3, name: "Twin", is_active: true },
  { id: 4, name: "twin", is_active: true },
  { id: 5, name: "Closed", is_active: false },
];
const header = "Email,First Name,Last Name,Role,Workspaces";
const planOf = (lines: string[], taken: string[] = []) =>
  planImport(readLines([header, ...lines].join("\n")), { taken: new Set(taken), workspaces });

test("a line names the person and the workspaces, the first one primary", () => {
  const [planned] = planOf(['Maria@Example.com ,Maria,Rossi,workspace admin,"Billing; contact center"']);
  expect(planned?.line).toMatchObject({ line: 2, email: "maria@example.com", outcome: "invite" });
  expect(planned?.user).toEqual({
    email: "maria@example.com",
    firstName: "Maria",
    lastName: "Rossi",
    role: "workspace_admin",
    workspaceIds: [2, 1],
  });
});

test.each([
  ["nobody,,,Agent,Billing", "bad_email"],
  [",,,Agent,Billing", "bad_email"],
  ["a@example.com,,,Agent,Billing;Closed", "unknown_workspace"],
  ["a@example.com,,,Super Admin,Billing", "bad_role"],
  ["a@example.com,,,,Billing", "bad_role"],
  ["a@example.com,,,Agent,", "no_workspace"],
  ["a@example.com,,,Agent,Nowhere", "unknown_workspace"],
  ["a@example.com,,,Agent,Twin", "unknown_workspace"],
  [`a@example.com,${"x".repeat(101)},,Agent,Billing`, "bad_name"],
  ["here@example.com,,,Agent,Billing", "exists"],
])("the line '%s' changes nothing and says why: %s", (line, outcome) => {
  const [planned] = planOf([line], ["here@example.com"]);
  expect(planned?.line.outcome).toBe(outcome);
  expect(planned?.line.message).not.toBe("");
  expect(planned?.user).toBeNull();
});

test("a duplicate address refers to its first line", () => {
  const [, second] = planOf(["a@example.com,,,Agent,Billing", "A@example.com,,,Agent,Billing"]);
  expect(second?.line).toMatchObject({
    outcome: "duplicate",
    message: "The same address is in line 2.",
  });
});

test("reads semicolons, tabs, a byte order mark, extra columns and any order", () => {
  for (const sign of [";", "\t"]) {
    const csv = `\uFEFF${["Status", "Role", "E-Mail".replace("-", ""), "Workspace"].join(sign)}\r\n${["Active", "Agent", "a@example.com", '"Billing|Contact Center"'].join(sign)}\r\n`;
    const [planned] = planImport(readLines(csv), { taken: new Set(), workspaces });
    expect(planned?.user?.workspaceIds).toEqual([2, 1]);
  }
});

test("line numbers match the file despite empty lines and multi-line cells", () => {
  const lines = readLines(
    `${header}\n\na@example.com,"A\nB",,Agent,Billing\nb@example.com,,,Agent,Billing\n`,
  );
  expect(lines.map(({ line }) => line)).toEqual([4, 5]);
});

test("a file that is not a list of users says what is missing", () => {
  expect(() => readLines("")).toThrow("The first line must name the columns");
  expect(() => readLines("Name,Phone\nA,1")).toThrow("The first line must name the columns");
  expect(() => readLines(header)).toThrow("no lines below its header");
  expect(() => readLines(`${header}\n"a@example.com,,,Agent`)).toThrow("could not be read as CSV");
});

test("five thousand lines are accepted, one more is refused", () => {
  const many = (count: number) =>
    [header, ...Array.from({ length: count }, (_, n) => `u${n}@example.com,,,Agent,Billing`)].join("\n");
  expect(readLines(many(maximumImportLines))).toHaveLength(maximumImportLines);
  expect(() => readLines(many(maximumImportLines + 1))).toThrow("at most 5,000 lines");
});
