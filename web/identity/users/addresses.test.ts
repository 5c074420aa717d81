import { expect, test } from "vitest";
import { addresseesIn } from "./addresses.ts";

const none = { firstName: "", lastName: "" };

test("addresses are separated by commas, semicolons, spaces and line breaks", () => {
  expect(
    addresseesIn("a@x.com, b@x.com;c@x.com\nd@x.com e@x.com\t\r\n").people.map(({ email }) => email),
  ).toEqual(["a", "b", "c", "d", "e"].map((name) => `${name}@x.com`));
});

test("an address written twice, in any case, counts once and is named", () => {
  expect(addresseesIn("Ida@X.com, ida@x.com IDA@x.com")).toEqual({
    people: [{ email: "ida@x.com", ...none }],
    invalid: [],
    repeated: ["ida@x.com"],
  });
});

test("an incomplete address among others is named and leaves the others alone", () => {
  const { people, invalid } = addresseesIn("ida@x.com, bob, @x.com, eve@, per@x.com");
  expect(people.map(({ email }) => email)).toEqual(["ida@x.com", "per@x.com"]);
  expect(invalid).toEqual(["bob", "@x.com", "eve@"]);
});

test("a name before an address in angle brackets comes along", () => {
  expect(addresseesIn('"Ida Marie Holm" <ida@x.com>; Per <per@x.com> <eve@x.com>').people).toEqual([
    { email: "ida@x.com", firstName: "Ida", lastName: "Marie Holm" },
    { email: "per@x.com", firstName: "Per", lastName: "" },
    { email: "eve@x.com", ...none },
  ]);
  expect(addresseesIn("Ida <ida").invalid).toEqual(["Ida", "<ida"]);
});

test("an empty field holds nobody", () => {
  expect(addresseesIn(" ,;\n ")).toEqual({ people: [], invalid: [], repeated: [] });
});
