import type { ElementContent } from "hast";
import { createContext, memo, use, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { foldHeading, type Claim } from "#contract/answering/answers.ts";
import { answerMarks } from "./answer-marks.ts";
import { usePrinting } from "#web/ui/printing.ts";
import { FootnoteMark, type Light } from "./footnote-mark.tsx";
import classes from "./answer-text.module.css";

/**
 * `markers` is null while the answer is being written, when marks have no target yet. In a quoted answer the claims are
 * the answering words.
 */
export type AnswerTextProps = Light & {
  text: string;
  claims: Claim[];
  markers: number[] | null;
  isQuoted: boolean;
  /** Whether the first quote is larger than the rest. */
  isLarge?: boolean;
  /** Marks of quotes that hardly answer: their words aren't bold. */
  weak?: ReadonlySet<number>;
  /** Nothing is folded: the texts are compared. */
  isUnfolded?: boolean;
};

const none: ReadonlySet<number> = new Set();
const LightContext = createContext<Light & { weak: ReadonlySet<number> }>({
  ...{ lit: null, onLight: () => undefined, onOpen: () => undefined },
  weak: none,
});

/** A typeset answer: marks that highlight their note, doubtful sentences underlined, answering words of quotes in semibold. */
export const AnswerText = memo(function AnswerText({
  text,
  claims,
  markers,
  isQuoted,
  isLarge = false,
  weak = none,
  isUnfolded = false,
  lit,
  onLight,
  onOpen,
  peek,
}: AnswerTextProps) {
  const light = useMemo(() => ({ lit, onLight, onOpen, peek, weak }), [lit, onLight, onOpen, peek, weak]);
  const isPrinting = usePrinting();
  const { shown, folded } = isUnfolded ? { shown: text, folded: null } : foldedAt(text);
  const marks = markers === null ? null : new Set(markers);
  return (
    <LightContext value={light}>
      <div
        className={classes.text}
        data-typeset
        data-quoted={isQuoted || undefined}
        data-large={isLarge || undefined}
      >
        <Typeset text={shown} claims={claims} marks={marks} />
        {folded !== null && (
          <details className={classes.fold} {...(isPrinting ? { open: true } : {})}>
            <summary>More passages</summary>
            <Typeset text={folded.text} claims={shifted(claims, folded.start)} marks={marks} />
          </details>
        )}
      </div>
    </LightContext>
  );
});

/** No HTML, no pictures, no requests. */
function Typeset({ text, claims, marks }: { text: string; claims: Claim[]; marks: Set<number> | null }) {
  return (
    <Markdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[answerMarks(claims, marks)]}
      components={components}
      skipHtml
    >
      {text}
    </Markdown>
  );
}

/** An answer's text above the fold, and the folded part with its offset. */
function foldedAt(text: string): { shown: string; folded: { text: string; start: number } | null } {
  const at = text.indexOf(`\n\n${foldHeading}\n\n`);
  if (at < 0) return { shown: text, folded: null };
  const start = at + foldHeading.length + 4;
  return { shown: text.slice(0, at), folded: { text: text.slice(start), start } };
}

function shifted(claims: Claim[], by: number): Claim[] {
  return claims.map((claim) => ({ ...claim, start: claim.start - by, end: claim.end - by }));
}

const Mark: Components["sup"] = ({ node, children }) => {
  const { weak: _weak, ...light } = use(LightContext);
  const marker = Number(node?.properties.dataMarker);
  if (!Number.isInteger(marker)) return <sup className={classes.coming}>{children}</sup>;
  return <FootnoteMark marker={marker} {...light} />;
};

/** The last two occur only in answers recorded before such sentences were removed. */
const meanings: Record<string, string> = {
  open: "Not checked word for word: compare it with its source",
  unchecked: "This sentence was not checked in time",
  unsupported: "No source supports this sentence",
  contradicted: "Its source says otherwise",
};

const ClaimText: Components["span"] = ({ node, children }) => {
  const { lit, weak } = use(LightContext);
  const verdict = String(node?.properties.dataVerdict ?? "");
  const own = String(node?.properties.dataMarkers ?? "")
    .split(" ")
    .map(Number);
  return (
    <span
      className={classes.claim}
      data-verdict={verdict}
      data-carried-by={own.join(" ")}
      data-weak={own.every((marker) => weak.has(marker)) || undefined}
      data-lit={(lit !== null && own.includes(lit)) || undefined}
      title={meanings[verdict]}
    >
      {children}
    </span>
  );
};

/** A document may have supplied the address: show it in full and don't make it clickable. */
const PlainLink: Components["a"] = ({ node, href, children }) => (
  <span>
    {children}
    {href !== undefined && !isShown(href, node?.children ?? []) && ` (${href})`}
  </span>
);

/** 'example.com' is shown for 'http://example.com'. */
function isShown(href: string, shown: ElementContent[]): boolean {
  const bare = (text: string) => text.replace(/^(?:https?:\/\/|mailto:)/, "").replace(/\/$/, "");
  return bare(wordsOf(shown)) === bare(href);
}

/** Its letters, however many of its parts are bold or carry a mark. */
function wordsOf(nodes: ElementContent[]): string {
  return nodes
    .map((node) =>
      node.type === "text" ? node.value : node.type === "element" ? wordsOf(node.children) : "",
    )
    .join("");
}

/** A paragraph of only bold words is a heading: 'Also relevant'. */
const Paragraph: Components["p"] = ({ node, children }) => {
  const [only, ...others] = node?.children ?? [];
  const isHeading = others.length === 0 && only?.type === "element" && only.tagName === "strong";
  return isHeading ? <h3 className={classes.heading}>{children}</h3> : <p>{children}</p>;
};

/** A wide table scrolls on its own; its words never break. No region: an answer may have two of the same columns. */
const ScrollingTable: Components["table"] = ({ children }) => (
  <div className={classes.scroll} role="group" aria-label="Table" tabIndex={0}>
    <table>{children}</table>
  </div>
);

/** An answer makes no requests on its own. */
const NoPicture: Components["img"] = ({ alt }) => <span>{alt}</span>;

const components: Components = {
  sup: Mark,
  span: ClaimText,
  p: Paragraph,
  table: ScrollingTable,
  a: PlainLink,
  img: NoPicture,
};
