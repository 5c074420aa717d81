import { missingLabel } from "./partial.ts";

/** At the start of a reply, or behind words about it: 'Here is the answer:'. A list of texts is one only at the start. */
const begin =
  /^\s{0,20}(?:```(?:json)?\s{0,20})?[{[]\s{0,20}["{}]|(?:[\n:]|```(?:json)?)\s{0,20}(?:\{|\[\s{0,20}\{)\s{0,20}["}]/;
const nameEnd = /\s{0,5}:/y;
const wholeNumber = /\d{1,3}\b/y;
const ofPassages = /^(?:passage|source)s?$/;

type Sentence = { text: string; marks: string; copies: string[] };

/** Whether a reply, or its beginning, is written as JSON. */
export const isJson = (reply: string): boolean => begin.test(reply);

/** `isCut`: it breaks off before its end. */
type Lines = { lines: string; isCut: boolean };

/**
 * The lines (copied-words.ts) of an answer that a model wrote as JSON: objects with `text`, `passages`, `quote` and
 * `condition`, in any order; null if it is no JSON. If no object has a text, the answer is whatever texts there are. A reply
 * that breaks off is read up to its last whole object: a condition may be missing from the next one.
 */
export function linesOfJson(answer: string, { isGrowing = false } = {}): Lines | null {
  const start = begin.exec(answer)?.index;
  if (start === undefined) return null;
  const lines: string[] = [];
  const others: string[] = [];
  let own: Sentence = { text: "", marks: "", copies: [] };
  let name = "";
  let open = 0;
  for (const [kind, value] of tokensOf(answer.slice(start))) {
    if (kind === "name") name = value;
    else if (kind === "begin") open += 1;
    else if (kind === "list-end") open -= 1;
    else if (kind === "end") {
      open -= 1;
      if (own.text !== "") lines.push(`${own.text}${own.marks && ` ${own.marks}`}`, ...own.copies);
      own = { text: "", marks: "", copies: [] };
    } else if (ofPassages.test(name))
      own.marks += (value.match(/\d{1,3}/g) ?? []).map((rank) => `[${rank}]`).join("");
    else if (kind === "number") continue;
    else if (name === "notAnswered") lines.push(`${missingLabel} ${value}`);
    else if (name === "text" || name === "sentence") own.text = value;
    else if (name === "quote" || name === "condition")
      own.copies.push(`> ${name === "condition" ? "if: " : ""}${value}`);
    else others.push(value);
  }
  return { lines: (lines.length === 0 && !isGrowing ? others : lines).join("\n"), isCut: open > 0 };
}

type Token = [kind: "name" | "text" | "number" | "begin" | "end" | "list-end", value: string];

/** Names, texts, whole numbers and both ends of objects and lists, as far as they are whole. */
function* tokensOf(json: string): Generator<Token> {
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at] ?? "";
    if (char === "{" || char === "[") yield ["begin", char];
    else if (char === "}") yield ["end", char];
    else if (char === "]") yield ["list-end", char];
    else if (char === '"') {
      const end = endOfText(json, at);
      if (end === null) return;
      const isName = matchAt(nameEnd, json, end + 1) !== null;
      yield [isName ? "name" : "text", textIn(json.slice(at, end + 1))];
      at = end;
    } else {
      const number = matchAt(wholeNumber, json, at);
      if (number === null) continue;
      yield ["number", number];
      at += number.length - 1;
    }
  }
}

function endOfText(json: string, start: number): number | null {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at;
  }
  return null;
}

function matchAt(expression: RegExp, text: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
}

function textIn(written: string): string {
  const text = parsed(written);
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

function parsed(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    // an escape that JSON does not know
    return written.slice(1, -1);
  }
}
