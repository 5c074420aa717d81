import { join } from "node:path";
import { expect, test } from "vitest";
import { allEndpoints } from "#contract/api.ts";
import { can, directoryScope, Role, widgetScope } from "#contract/kernel/permissions.ts";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";

/** The published table (docs/access.md): who may call what. Changes of the contract show up there for review. */
const head = `# Who may call what

Every call of the program and the roles it is open to; rows of another company answer like absent ones to all but super admins, and
which rows of one's own company a person reaches stands in [the rules of each noun](../server/) (\`policy.ts\`, \`store.ts\`).
A test writes this table from the contract and fails when it differs; \`vitest run --project unit server/operation/start/access.test.ts -u\` renews it.

'gates': open before the password is changed and the terms are accepted ('all'), or before a second factor is set up ('second factor').
'proof': asks for the password again after 15 minutes, on every call or when one of these fields is given.
'keys': open to API keys that carry the permission as a scope, for the themes that they name; 'SCIM tokens' and 'widgets': to the
tokens of directories and the keys of widgets alone, and to no person's session.

| call | permission | public | agent | examiner | workspace admin | super admin | keys | gates | proof | limit |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`;

function keysFor({ permission, takesKeys }: EndpointSpec): string {
  if (permission === directoryScope) return "SCIM tokens";
  if (permission === widgetScope) return "widgets";
  return takesKeys === true ? "yes" : "";
}

function rowOf(spec: EndpointSpec): string {
  const { permission } = spec;
  const open = (role: Role) =>
    permission === "public" || permission === "signed-in" || can(role, permission) ? "yes" : "";
  const gates =
    spec.allowedBeforeOnboarding === true ? "all" : spec.beforeSecondFactor === true ? "second factor" : "";
  const cells = [
    `${spec.method} ${spec.path}`,
    permission,
    permission === "public" ? "yes" : "",
    open("agent"),
    open("examiner"),
    open("workspace_admin"),
    open("super_admin"),
    keysFor(spec),
    gates,
    spec.stepUp === true ? "always" : (spec.stepUp ?? []).join(", "),
    spec.limit ?? "",
  ];
  return `| ${cells.join(" | ")} |`;
}

test("who may call what is published and matches the contract", async () => {
  const rows = allEndpoints.map(({ spec }) => rowOf(spec)).toSorted();
  const file = join(import.meta.dirname, "../../../docs/access.md");
  await expect(`${head}${rows.join("\n")}\n`).toMatchFileSnapshot(file);
});
