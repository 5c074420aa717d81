import { expect, test } from "vitest";
import { assignmentsOf, readOperations } from "./operations.ts";
import { readGroup } from "./read-group.ts";
import { readPerson } from "./read-person.ts";

const patched = (...operations: Parameters<typeof readOperations>[0]) =>
  readPerson(readOperations(operations));

test("the same change as written by the RFC, Okta and Entra ID", () => {
  const off = { isActive: false };
  expect(patched({ op: "replace", path: "active", value: false })).toEqual(off);
  expect(patched({ op: "replace", value: { active: false } })).toEqual(off);
  expect(patched({ op: "Replace", path: "active", value: "False" })).toEqual(off);
  expect(patched({ op: "Add", value: { Active: "false" } })).toEqual(off);
  const renamed = { firstName: "Ada", lastName: "Byron" };
  expect(patched({ op: "Replace", value: { "name.givenName": "Ada", "name.familyName": "Byron" } })).toEqual(
    renamed,
  );
  expect(patched({ op: "replace", path: "name", value: { givenName: "Ada", familyName: "Byron" } })).toEqual(
    renamed,
  );
  expect(patched({ op: "add", path: "displayName", value: "Ada Byron" })).toEqual(renamed);
  const moved = { email: "ada@example.com" };
  const path = 'emails[type eq "work"].value';
  expect(patched({ op: "Replace", path, value: "Ada@Example.com" })).toEqual(moved);
  expect(patched({ op: "replace", value: { [path]: "ada@example.com" } })).toEqual(moved);
  const emails = [
    { value: "home@example.com", type: "home" },
    { value: "ada@example.com", type: "work" },
  ];
  expect(patched({ op: "replace", path: "emails", value: emails })).toEqual(moved);
});

test("attributes that are not stored change nothing, whatever their names", () => {
  const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
  expect(
    patched(
      { op: "replace", path: "title", value: "Director" },
      { op: "add", path: `${enterprise}:department`, value: "Claims" },
      { op: "add", path: 'addresses[type eq "work"].locality', value: "London" },
      {
        op: "replace",
        value: { role: "super_admin", roles: [{ value: "super_admin" }], companyId: 1, password: "x" },
      },
    ),
  ).toEqual({});
  expect(
    readPerson(assignmentsOf("add", { [enterprise]: { department: "Claims" }, "constructor.x": 1 })),
  ).toEqual({});
});

test.each([
  ["invalidSyntax", { op: "move", path: "active", value: true }],
  ["noTarget", { op: "remove" }],
  ["noTarget", { op: "replace", path: 'emails[type eq "home"].value', value: "a@b.co" }],
  ["invalidValue", { op: "replace", value: "active" }],
  ["invalidValue", { op: "replace", path: "active", value: "maybe" }],
  ["invalidValue", { op: "replace", path: "userName", value: { a: 1 } }],
  ["invalidValue", { op: "replace", path: "name.givenName", value: "a\u0000b" }],
  ["invalidValue", { op: "replace", path: "emails", value: [{ value: "not an address" }] }],
  ["invalidPath", { op: "replace", path: "active and more", value: true }],
  ["invalidPath", { op: "replace", path: "__proto__.isActive", value: true }],
  ["mutability", { op: "remove", path: "userName" }],
  ["mutability", { op: "remove", path: "emails" }],
  ["mutability", { op: "replace", path: "groups", value: [{ value: "1" }] }],
])("%s: %j", (scimType, operation) => {
  expect(() => patched(operation)).toThrow(expect.objectContaining({ scimType }));
});

test("members are added, removed and replaced in the order of the operations", () => {
  const after = (present: number[], ...operations: Parameters<typeof readOperations>[0]) => [
    ...(readGroup(readOperations(operations)).members?.(new Set(present)) ?? []),
  ];
  const of = (...ids: number[]) => ids.map((id) => ({ value: String(id) }));
  expect(after([1, 2], { op: "add", path: "members", value: of(2, 3) })).toEqual([1, 2, 3]);
  expect(after([1, 2], { op: "remove", path: 'members[value eq "2"]' })).toEqual([1]);
  expect(after([1, 2], { op: "Remove", path: "members", value: of(1) })).toEqual([2]);
  expect(after([1, 2], { op: "remove", path: "members" })).toEqual([]);
  expect(after([1, 2], { op: "replace", path: "members", value: of(4) })).toEqual([4]);
  expect(after([1], { op: "remove", path: "members" }, { op: "add", value: { members: of(5) } })).toEqual([
    5,
  ]);
});

test.each([
  ["invalidPath", { op: "replace", path: 'members[value eq "2"].display', value: "x" }],
  ["invalidPath", { op: "add", path: "members.value", value: "2" }],
  ["invalidValue", { op: "add", path: "members", value: ["2"] }],
  ["invalidValue", { op: "add", path: "members", value: [{ value: "2", type: "Group" }] }],
  ["mutability", { op: "remove", path: "displayName" }],
])("%s of a group: %j", (scimType, operation) => {
  expect(() => readGroup(readOperations([operation]))).toThrow(expect.objectContaining({ scimType }));
});
