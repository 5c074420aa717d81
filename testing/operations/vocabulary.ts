import fc from "fast-check";

/** Who makes a call: the company's administrator and agent, and an administrator and an agent of another company. */
export type Actor = "admin" | "agent" | "stranger" | "reader";

/** Names that databases sort, fold and match differently: accents, capitals, numbers, signs of LIKE, other scripts. */
const names = [
  "alpha",
  "Alpha",
  "Évora",
  "evora",
  "Branch 2",
  "Branch 10",
  "100 %",
  "a_b",
  "ab",
  "Straße",
  "東京",
  "o'Neil \\ 1",
  "😀 zoo",
  "Ärzte",
];
const searches = ["alpha", "É", "ä", "branch 1", "%", "_", "STRASSE", "京", "\\", "'", "a b", "😀"];
const texts = [
  "Refunds are paid within 30 days.",
  "Gift cards end after 400 days.",
  "Parcels weigh 3 kilograms.",
];
const files = ["a.txt", "Évora.txt", "Branch 10.txt", "malware.exe", "100 %.txt"];
const tags = ["gold", "Gold", "Évora", "a,b"];
/** What the library, a theme that is ready, is asked; its text is `refundPolicy`. */
export const unanswered = "Who painted the ceiling of the Sistine Chapel?";
const questions = [
  "How many days does a customer have to return an unopened product?",
  "Are gift cards refundable?",
  "When must a late refund be reported?",
  unanswered,
];

/** Chooses one of the things made so far, existing or removed; without any, an absent one is named. */
const reference = fc.nat({ max: 3 });
const insider = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Actor>("admin") },
  { weight: 1, arbitrary: fc.constant<Actor>("agent") },
  { weight: 1, arbitrary: fc.constant<Actor>("stranger") },
);
const of = <T>(values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const kind = <Kind extends string, Fields>(
  name: Kind,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) =>
  fc.record({ kind: fc.constant(name), by: insider, ...fields }) as fc.Arbitrary<
    { kind: Kind; by: Actor } & Fields
  >;

const theme = { theme: reference };
const workspace = { workspace: reference };
const document = { document: reference };
const person = { person: reference };

const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: kind("createTheme", {
      name: of(names),
      purpose: of(["", "money", "Ä"]),
      workspace: maybe(reference),
      isActive: maybe(fc.boolean()),
    }),
  },
  {
    weight: 2,
    arbitrary: kind("updateTheme", {
      ...theme,
      name: maybe(of(names)),
      isActive: maybe(fc.boolean()),
      workspace: maybe(reference),
    }),
  },
  kind("deleteTheme", theme),
  kind("getTheme", theme),
  {
    weight: 2,
    arbitrary: kind("listThemes", { search: maybe(of(searches)), sort: maybe(of(["name", "-name"])) }),
  },
  { weight: 2, arbitrary: kind("createWorkspace", { name: of(names), isActive: maybe(fc.boolean()) }) },
  kind("updateWorkspace", { ...workspace, name: maybe(of(names)), isActive: maybe(fc.boolean()) }),
  kind("deleteWorkspace", { ...workspace, force: fc.boolean() }),
  kind("listWorkspaces", { search: maybe(of(searches)), sort: maybe(of(["name", "-name"])) }),
  kind("inviteUser", { address: fc.nat({ max: 2 }), firstName: of(names), ...workspace }),
  kind("updateUser", { ...person, firstName: maybe(of(names)), isActive: maybe(fc.boolean()) }),
  kind("deactivateUser", person),
  kind("listUsers", { search: maybe(of(searches)), sort: maybe(of(["user", "-user"])) }),
  { weight: 2, arbitrary: kind("assignThemeAgent", { ...theme, ...person }) },
  kind("removeThemeAgent", { ...theme, ...person }),
  kind("listThemeAgents", theme),
  { weight: 2, arbitrary: kind("assignThemeWorkspace", { ...theme, ...workspace }) },
  kind("removeThemeWorkspace", { ...theme, ...workspace }),
  kind("listThemeWorkspaces", theme),
  { weight: 3, arbitrary: kind("uploadDocument", { ...theme, name: of(files), text: of(["", ...texts]) }) },
  kind("replaceDocument", { ...document, name: of(files), text: of(["", ...texts]) }),
  kind("deleteDocument", document),
  kind("tagDocument", { ...document, tags: fc.uniqueArray(of(tags), { maxLength: 3 }) }),
  kind("signOffDocument", document),
  kind("retryDocument", document),
  { weight: 2, arbitrary: kind("listDocuments", { ...theme, search: maybe(of(searches)) }) },
  kind("listVersions", document),
  kind("getFile", document),
  { weight: 2, arbitrary: kind("ask", theme) },
  { weight: 2, arbitrary: kind("askLibrary", { question: of(questions) }) },
  kind("rate", {
    answer: reference,
    asReader: fc.boolean(),
    rating: of(["good", "bad", null] as const),
    reason: maybe(of(["wrong", "incomplete"] as const)),
  }),
  kind("listHistory", { asReader: fc.boolean() }),
);

export type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

const byAdmin = fc.constant<Actor>("admin");
const nothing = fc.constant(undefined);
/** Something to work with: without it, most operations would name what does not exist. */
const beginning = fc.tuple(
  kind("createTheme", {
    by: byAdmin,
    name: of(names),
    purpose: fc.constant(""),
    workspace: nothing,
    isActive: nothing,
  }),
  kind("assignThemeWorkspace", { by: byAdmin, theme: fc.constant(0), workspace: fc.constant(0) }),
  kind("uploadDocument", { by: byAdmin, theme: fc.constant(0), name: fc.constant("a.txt"), text: of(texts) }),
);

/** Short ones: most findings need three or four operations. */
export const sequences = fc
  .tuple(beginning, fc.array(operation, { minLength: 3, maxLength: 9 }))
  .map(([first, rest]): Operation[] => [...first, ...rest]);
