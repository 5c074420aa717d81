import type { WidgetAnswer } from "#contract/answering/widget.ts";
import { blocksOf, piecesOf, type Block } from "./blocks.ts";

/** Elements only, from text: a document's words never become markup here. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  about: { className?: string; id?: string },
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made, about);
  made.append(...children);
  return made;
}

/**
 * An answer with its notes and sources.
 * @param turn distinguishes the sources of several answers
 * @param onAsk asks one of the suggested questions
 */
export function drawAnswer(answer: WidgetAnswer, turn: number, onAsk: (question: string) => void): Node[] {
  const { outcome, text, notes, questions, sources } = answer;
  const known = new Set(sources.map(({ number }) => number));
  const idOf = (number: number) => `source-${turn}-${number}`;
  const words = outcome === "declined" ? "The documents don't answer this question." : text;
  const drawn: Node[] = [
    element("div", { className: "answer" }, ...blocksOf(words).map((block) => drawBlock(block, known, idOf))),
    ...notes.map((note) => element("p", { className: "note" }, note)),
  ];
  if (questions.length > 0)
    drawn.push(element("div", { className: "questions" }, ...questions.map((one) => suggestion(one, onAsk))));
  if (sources.length > 0)
    drawn.push(
      element("h3", {}, sources.length === 1 ? "Source" : "Sources"),
      element("ol", { className: "sources" }, ...sources.map((one) => drawSource(one, idOf(one.number)))),
    );
  return drawn;
}

function drawSource({ number, quote, label }: WidgetAnswer["sources"][number], id: string): HTMLElement {
  const source = element(
    "li",
    { id },
    element("blockquote", {}, quote),
    element("cite", {}, `${number}. ${label}`),
  );
  source.tabIndex = -1;
  return source;
}

function suggestion(question: string, onAsk: (question: string) => void): HTMLElement {
  const button = element("button", {}, question);
  button.type = "button";
  button.addEventListener("click", () => onAsk(question));
  return button;
}

type IdOf = (number: number) => string;

function drawBlock(block: Block, known: ReadonlySet<number>, idOf: IdOf): HTMLElement {
  const line = (text: string) =>
    piecesOf(text, known).map((piece) => {
      if ("mark" in piece) return drawMark(piece.mark, idOf);
      return piece.isBold ? element("strong", {}, piece.text) : piece.text;
    });
  if (block.kind === "list")
    return element(
      block.isNumbered ? "ol" : "ul",
      {},
      ...block.items.map((item) => element("li", {}, ...line(item))),
    );
  if (block.kind === "table") {
    const row = (cells: string[], tag: "th" | "td") =>
      element("tr", {}, ...cells.map((cell) => element(tag, {}, ...line(cell))));
    const rows = block.rows.map((cells) => row(cells, "td"));
    const table = element(
      "table",
      {},
      element("thead", {}, row(block.head, "th")),
      element("tbody", {}, ...rows),
    );
    const scroll = element("div", { className: "scroll" }, table);
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "group");
    scroll.setAttribute("aria-label", "Table");
    return scroll;
  }
  const tags = { heading: "h3", quote: "blockquote", paragraph: "p" } as const;
  return element(tags[block.kind], {}, ...line(block.text));
}

function drawMark(number: number, idOf: IdOf): HTMLElement {
  const link = element("a", {}, String(number));
  link.href = `#${idOf(number)}`;
  link.setAttribute("aria-label", `Source ${number}`);
  return element("sup", {}, link);
}
