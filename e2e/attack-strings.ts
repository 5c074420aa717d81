import { readFileSync } from "node:fs";
import { setAt } from "#testing/sets.ts";

/** Part of the repository; a long list is among the sets from outside. */
const own = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe>",
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  "javascript:alert(1)",
  "[a](javascript:alert(1))",
  "![a](https://evil.example/pixel.png)",
  "![a](//evil.example/pixel.png)",
  "[a]: https://evil.example/x\n![b][a]",
  "<https://evil.example>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<base href=https://evil.example/>",
  "<form action=https://evil.example><button>go</button></form>",
  "<object data=https://evil.example></object>",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "</textarea><script>alert(1)</script>",
  "data:text/html,<script>alert(1)</script>",
  "<math><mtext></mtext><mglyph><svg><mtext><style><img src=x onerror=alert(1)>",
];

export type AttackStrings = { all: string[]; isWhole: boolean };

export function readAttackStrings(): AttackStrings {
  const path = setAt("attacks/xss.txt", "all but a few strings that would run as script");
  const isWhole = path !== null;
  const list =
    path !== null
      ? readFileSync(path, "utf8")
          .split("\n")
          .filter((line) => line.trim() !== "")
      : [];
  return { all: [...own, ...list.map((line) => line.replaceAll("\u0000", ""))], isWhole };
}

/** All strings, packed into as few texts of a given length as possible: for fields that accept long ones. */
export function packed(strings: string[], length: number): string[] {
  const texts: string[] = [];
  let text = "";
  for (const line of strings) {
    if (line.length > length) continue;
    if (text.length + line.length + 1 > length) {
      texts.push(text);
      text = "";
    }
    text += `${line}\n`;
  }
  return text === "" ? texts : [...texts, text];
}

/** Strings that fit a short field, those with markup first. */
export function short(strings: string[], length: number, count: number): string[] {
  const fitting = strings.filter((line) => line.length <= length && line.trim() === line && line !== "");
  const marked = fitting.filter((line) => /[<>]|javascript:|on\w+=/i.test(line));
  const every = Math.max(1, Math.floor(marked.length / count));
  return marked.filter((_line, n) => n % every === 0).slice(0, count);
}
