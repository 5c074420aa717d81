import { Email } from "#contract/kernel/values.ts";

export type Addressee = { email: string; firstName: string; lastName: string };

/** How many people one dialog invites: each invitation hashes a password, which takes a tenth of a second. */
export const mostAddressees = 50;

/**
 * The people in a pasted line of addresses, separated by commas, semicolons, spaces or line breaks; a mail program's
 * `Ida Holm <ida@nordhavn.example>` brings the name along. An address that stands there twice counts once.
 */
export function addresseesIn(typed: string): { people: Addressee[]; invalid: string[]; repeated: string[] } {
  const people = new Map<string, Addressee>();
  const invalid: string[] = [];
  const repeated = new Set<string>();
  for (const { address, name } of typed.split(/[,;\n]/).flatMap(entriesIn)) {
    const email = Email.safeParse(address).data;
    if (email === undefined) invalid.push(address);
    else if (people.has(email)) repeated.add(email);
    else people.set(email, { email, ...namesIn(name) });
  }
  return { people: [...people.values()], invalid, repeated: [...repeated] };
}

function entriesIn(part: string): { address: string; name: string }[] {
  const opening = part.indexOf("<");
  const closing = part.indexOf(">", opening);
  if (opening !== -1 && closing !== -1)
    return [
      { name: part.slice(0, opening), address: part.slice(opening + 1, closing).trim() },
      ...entriesIn(part.slice(closing + 1)),
    ];
  return part
    .split(/\s/)
    .filter((word) => word !== "")
    .map((address) => ({ address, name: "" }));
}

function namesIn(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...others] = name
    .replaceAll('"', " ")
    .split(/\s/)
    .filter((word) => word !== "");
  return { firstName: firstName.slice(0, 100), lastName: others.join(" ").slice(0, 100) };
}
