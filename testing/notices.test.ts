import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { installedPackages, noticesOf } from "#scripts/notices.ts";

const packages = installedPackages();
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
};

/** Licenses that let a product be passed on with nothing but its notices; the fonts' among them. */
const permissive = new Set(
  "MIT MIT-0 ISC 0BSD BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 Apache-2.0 Unlicense CC0-1.0 OFL-1.1 Zlib".split(
    " ",
  ),
);
const isPermissive = (license: string) =>
  license
    .replace(/[()]/g, "")
    .split(" AND ")
    .every((part) => part.split(" OR ").some((name) => permissive.has(name)));

test("every package that is served or built into a screen has a permissive license", () => {
  expect(packages.length).toBeGreaterThan(200);
  expect(
    packages.filter(({ license }) => !isPermissive(license)).map(({ name, license }) => [name, license]),
  ).toEqual([]);
});

test("the notices name every dependency with its version, and fonts and icons of the screens", () => {
  const text = noticesOf(packages);
  for (const [name, version] of Object.entries(dependencies)) expect(text).toContain(`${name} ${version} (`);
  for (const name of ["react", "@fontsource-variable/literata", "lucide-react", "pdfjs-dist"])
    expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(text).toContain("SIL OPEN FONT LICENSE");
  expect(text).toContain("all-MiniLM-L6-v2");
});

test("packages with the same license text share it, and one without a text is named", () => {
  const one = { name: "one", version: "1.0.0", license: "MIT", texts: ["Anybody may use this."] };
  const text = noticesOf([one, { ...one, name: "two" }, { ...one, name: "three", texts: [] }]);
  expect(text.match(/Anybody may use this/g)).toHaveLength(1);
  expect(text).toMatch(/one 1\.0\.0 \(MIT\)\ntwo 1\.0\.0 \(MIT\)\n=/);
  expect(text).toMatch(/three 1\.0\.0 \(MIT\)\n=+\n\nThe package brings no text/);
});
