import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const declaration =
  /(?<![\w-])(?<property>font|font-size|margin[a-z-]{0,13}|padding[a-z-]{0,13}|gap|row-gap|column-gap):(?<value>[^;{}]{1,200})[;}]/g;
/** A length that is no token; a hairline is one pixel everywhere, and a line height follows its slash. */
const ownLength = /(?<![\w./-])(?!-?[01]px)-?\d*\.?\d+(?:px|rem)/;

test("type and space come from the tokens", () => {
  const files = globSync("web/**/*.css", { exclude: ["web/tokens.css"] });
  expect(files.length).toBeGreaterThan(100);
  const own = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(declaration)]
      .filter(({ groups }) => ownLength.test(groups?.["value"] ?? ""))
      .map(([text]) => `${file}: ${text}`),
  );
  expect(own).toEqual([]);
  const inline = globSync("web/**/*.tsx", { exclude: ["web/gallery/**"] }).filter((file) =>
    /style=\{\{[^}]*\b(?:margin|padding|gap|fontSize)/.test(readFileSync(file, "utf8")),
  );
  expect(inline).toEqual([]);
  expect(readFileSync("web/tokens.css", "utf8").match(/--t\d: [\d.]+px;/g)).toHaveLength(8);
});
