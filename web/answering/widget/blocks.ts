/** A part of an answer's Markdown that a small frame can draw. */
export type Block =
  | { kind: "heading" | "paragraph" | "quote"; text: string }
  | { kind: "list"; isNumbered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

/** A piece of a line: text, bold text, or the number of a footnote mark. */
export type Piece = { text: string; isBold: boolean } | { mark: number };

/** Only what answers consist of; everything else stays as it is written, and nothing becomes markup. */
export function blocksOf(markdown: string): Block[] {
  const blocks: string[][] = [[]];
  for (const line of markdown.split("\n")) {
    if (line.trim() === "") blocks.push([]);
    else blocks.at(-1)?.push(line.trim());
  }
  return blocks.filter((lines) => lines.length > 0).map(blockOf);
}

function blockOf(lines: string[]): Block {
  const [first = ""] = lines;
  const cells = lines.map(cellsOf);
  const [head, rule, ...rows] = cells;
  if (head && rule && cells.every((row) => row !== null) && rule.every((cell) => /^:?-+:?$/.test(cell)))
    return { kind: "table", head, rows: rows.flatMap((row) => (row === null ? [] : [row])) };
  const isNumbered = /^\d{1,3}[.)] /.test(first);
  if (isNumbered || /^[-*] /.test(first)) return { kind: "list", isNumbered, items: itemsOf(lines) };
  if (lines.length === 1 && /^#{1,6} /.test(first))
    return { kind: "heading", text: first.slice(first.indexOf(" ") + 1) };
  const text = lines.join(" ");
  if (text.length > 4 && text.startsWith("**") && text.indexOf("**", 2) === text.length - 2)
    return { kind: "heading", text: text.slice(2, -2) };
  return first.startsWith("> ")
    ? { kind: "quote", text: lines.map((line) => line.replace(/^> ?/, "")).join(" ") }
    : { kind: "paragraph", text };
}

function cellsOf(line: string): string[] | null {
  if (!line.startsWith("|") || !line.endsWith("|") || line.length < 2) return null;
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

/** A line that begins no item continues the one before. */
function itemsOf(lines: string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const begun = /^(?:[-*]|\d{1,3}[.)]) /.exec(line);
    if (begun !== null || items.length === 0) items.push(line.slice(begun?.[0].length ?? 0));
    else items[items.length - 1] += ` ${line}`;
  }
  return items;
}

/** @param known numbers that have a source; other marks stay text */
export function piecesOf(line: string, known: ReadonlySet<number>): Piece[] {
  const tokens = line.split(/(\*\*|\[\d{1,3}\])/);
  // without its end, a bold sign is only two asterisks
  const isPaired = tokens.filter((token) => token === "**").length % 2 === 0;
  let isBold = false;
  const isMark = (token = "") => /^\[\d{1,3}\]$/.test(token) && known.has(Number(token.slice(1, -1)));
  return tokens.flatMap((token, index): Piece[] => {
    if (token === "**" && isPaired) {
      isBold = !isBold;
      return [];
    }
    if (isMark(token)) return [{ mark: Number(token.slice(1, -1)) }];
    // a mark is attached to its word
    const attached = isMark(tokens[index + 1]) ? token.trimEnd() : token;
    const text = attached.replace(/\\([!-/:-@[-`{-~])/g, "$1");
    return text === "" ? [] : [{ text, isBold }];
  });
}
