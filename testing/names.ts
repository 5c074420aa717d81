import { randomBytes } from "node:crypto";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";

/** Recorded examples show what fixtures make (`npm run examples`), so their names must be those of a real company. */
const isRecording = process.env.RECORD_EXAMPLES === "1";

/** Halves of names; the numbers of both are such that all pairs occur. */
const halves = {
  company: [
    "Harborline Northgate Silverfern Meridian Oakfield Lakeshore Redstone Bluewater Foxglove Summit Alder".split(
      " ",
    ),
    ["Bank", "Insurance", "Credit Union", "Retail", "Logistics"],
  ],
  workspace: [
    [
      "Service desk",
      "Claims",
      "Branches",
      "Compliance",
      "Back office",
      "Complaints",
      "Onboarding",
      "Field sales",
    ],
    ["", ", north", ", south", ", west", ", evenings"],
  ],
  theme: [
    (
      "Savings accounts|Credit cards|Mortgages|Travel insurance|Home insurance|Car insurance|Personal loans|Electronics|" +
      "Household appliances|Furniture|Online orders|Business accounts|Payment transfers|Pension plans|Gift cards|" +
      "Store credit|Warranty plans|Mobile contracts|Rental cars|Event tickets"
    ).split("|"),
    (
      "fees|returns|claims|cancellation|complaints|eligibility|limits|required documents|deadlines|refunds|" +
      "identity checks|data protection|disputes|renewal|discounts|delivery|repairs|liability|contact"
    ).split("|"),
  ],
  key: [
    ["Help desk", "Intranet search", "Chat assistant", "Mail triage", "Contact center"],
    ["", ", test", ", Berlin", ", Dublin", ", Austin"],
  ],
  directory: [
    ["Okta", "Entra ID", "OneLogin"],
    ["", ", pilot", ", subsidiary"],
  ],
  webhook: [
    ["Ticket system", "Team channel", "Document archive", "Reporting"],
    ["", ", staging", ", Berlin"],
  ],
  model: [
    ["llama-3.3", "qwen-3", "mistral-small", "gemma-3"],
    ["-70b", "-32b", "-8b"],
  ],
  first: [
    "Ada Grace Alan Hedy Linus Mary Katherine Edsger Barbara Tim Radia Donald Frances Ken Sophie Dennis Shafi Leslie".split(
      " ",
    ),
    [
      "Byron",
      "Murray",
      "Mathison",
      "Kiesler",
      "Winter",
      "Jackson",
      "Coleman",
      "Dijk",
      "Huber",
      "Berners",
      "Perl",
    ].concat([
      "Knox",
      "Allen",
      "Thorn",
      "Wilson",
      "Ritter",
      "Gold",
      "Lamp",
      "Hopkins",
      "Marsh",
      "Novak",
      "Olsen",
      "Patel",
    ]),
  ],
} satisfies Record<string, [string[], string[]]>;
export type NamedKind = Exclude<keyof typeof halves, "first">;

const given = new Map<string, number>();
const nextOf = (kind: string) => {
  const place = given.get(kind) ?? 0;
  given.set(kind, place + 1);
  return place;
};

/** The next pair, each only once. */
function pairOf(kind: keyof typeof halves): [string, string] {
  const [firsts, seconds] = halves[kind];
  const place = nextOf(kind);
  if (place >= firsts.length * seconds.length) throw new Error(`There are no more names of a ${kind}.`);
  const turn = Math.floor(place / firsts.length);
  return [firsts[place % firsts.length] ?? "", seconds[(place + turn) % seconds.length] ?? ""];
}

/** A name that no other of its kind has: made up by chance, or where examples are recorded, plausible. */
export function nameFor(kind: NamedKind): string {
  if (!isRecording) return `${kind}-${randomBytes(8).toString("hex")}`;
  const [first, second] = pairOf(kind);
  return kind === "theme" ? `${first}: ${second}` : `${first}${/^\w/.test(second) ? " " : ""}${second}`;
}

/** A person of a role, with an address that nobody else has. */
export function personNamed(role: string): { firstName: string; lastName: string; email: string } {
  if (!isRecording)
    return {
      firstName: "Test",
      lastName: role,
      email: `${role.replace("_", "-")}-${randomBytes(5).toString("hex")}@example.com`,
    };
  const [firstName, lastName] = pairOf("first");
  return { firstName, lastName, email: `${firstName}.${lastName}@example.com`.toLowerCase() };
}

/** A domain that no other company has. */
export const domainFor = (): string =>
  isRecording
    ? `${pairOf("company").join("-").replace(" ", "-").toLowerCase()}.example`
    : `d${randomBytes(6).toString("hex")}.example`;

/** A placeholder for any required text. */
const sampleText = "A sentence that is long enough";

const kindOfNoun: Record<string, NamedKind> = {
  companies: "company",
  workspaces: "workspace",
  themes: "theme",
  keys: "key",
  webhooks: "webhook",
  "sign-on": "directory",
};

/** What people write into a field of that name. */
const writings: Record<string, string> = {
  answer: "Yes, within 30 days of delivery, in the original packaging.",
  content: "Choose a theme and write the question as you would say it.",
  externalId: "policies/returns.pdf",
  name: "Return of an opened television",
  purpose: "Audit of the answers on consumer credit",
  question: "How many days does a customer have to return a product?",
  reason: "Request of the regulator, file 24-118",
  search: "return",
  sessionId: "chat-2026-11-24",
  title: "How do I ask a question?",
  useCase: "Answers for our service desk",
  userQuery: "How many days does a customer have to return a product?",
};

/** A text that a call accepts in a field. `person`: the one that the call is about. */
export function textFor(
  { path }: Pick<EndpointSpec, "path">,
  field: string,
  person: () => ReturnType<typeof personNamed>,
): string {
  if (/email/i.test(field)) return person().email;
  if (!isRecording) return sampleText;
  if (field === "firstName" || field === "lastName") return person()[field];
  if (field === "company") return nameFor("company");
  const kind = kindOfNoun[path.split("/")[2] ?? ""];
  return field === "name" && kind !== undefined ? nameFor(kind) : (writings[field] ?? sampleText);
}
