import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { readFilter } from "./filter.ts";

const read = (text: string) => readFilter(text).map(({ attribute, value }) => `${attribute}=${value}`);

test.each([
  // RFC 7644, section 3.4.2.2
  ['userName eq "bjensen"', ["username=bjensen"]],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName Eq "bjensen"', ["username=bjensen"]],
  ['emails[type eq "work"].value eq "ada@example.com"', ["emails.value=ada@example.com"]],
  ['emails.value eq "ada@example.com"', ["emails.value=ada@example.com"]],
  ['externalId eq "a \\"quoted\\" one" and active eq true', ['externalid=a "quoted" one', "active=true"]],
  // Entra ID asks whether someone is a member
  ['id eq "7" and members eq "12"', ["id=7", "members=12"]],
  ['members[value eq "12"]', ["members.value=12"]],
  ["id eq 7", ["id=7"]],
  ["", []],
])("%s is understood", (text, comparisons) => {
  expect(read(text)).toEqual(comparisons);
});

test.each([
  'userName sw "J"',
  'userName eq "a" or userName eq "b"',
  'not (userName eq "a")',
  '(userName eq "a")',
  "userName pr",
  "userName eq a",
  'userName eq "a',
  'userName eq "a" and',
  'userName eq "a" userName eq "b"',
  'emails[type eq "home"].value eq "a@b.c"',
  'emails[type eq "work" and value co "@b.c"]',
  'userName eq "a"; drop table users; --',
  Array.from({ length: 11 }, () => "active eq true").join(" and "),
])("%s is refused as an unsupported filter", (text) => {
  expect(() => readFilter(text)).toThrow(expect.objectContaining({ scimType: "invalidFilter" }));
});

test("any text is parsed or refused, immediately", () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 1000 }),
    fc.array(fc.constantFrom("userName", " eq ", '"', "\\", "[", "]", ".", " and ", "a", "(", "true"), {
      maxLength: 200,
    }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const started = performance.now();
      try {
        readFilter(Array.isArray(text) ? text.join("") : text);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
      return performance.now() - started < 200;
    }),
    { numRuns: 2000 },
  );
});
