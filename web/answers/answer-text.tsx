import { createContext, memo, use, useMemo } from "react";
import Markdown from "react-markdown";
import type { ReactNode } from "react";
import type { Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import type { Claim } from "#contract/answers.ts";
import { answerMarks } from "./answer-marks.ts";
import { FootnoteMark } from "./footnote-mark.tsx";
import type { Light } from "./footnote-mark.tsx";
import classes from "./answer-text.module.css";

/** `markers` is null while the answer is being written: its marks point nowhere yet. */
export type AnswerTextProps = Light & { text: string; claims: Claim[]; markers: number[] | null };

const LightContext = createContext<Light>({ lit: null, onLight: () => undefined, onOpen: () => undefined });

/** An answer typeset: marks that light their note, sentences without support underlined. No HTML, no pictures, no links. */
export const AnswerText = memo(function AnswerText({
  text,
  claims,
  markers,
  lit,
  onLight,
  onOpen,
}: AnswerTextProps) {
  const light = useMemo(() => ({ lit, onLight, onOpen }), [lit, onLight, onOpen]);
  return (
    <LightContext value={light}>
      <div className={classes.text}>
        <Markdown
          remarkPlugins={[remarkGfm]}
          rehypePlugins={[answerMarks(claims, markers === null ? null : new Set(markers))]}
          components={components}
          skipHtml
        >
          {text}
        </Markdown>
      </div>
    </LightContext>
  );
});

const Mark: Components["sup"] = ({ node, children }) => {
  const light = use(LightContext);
  const marker = Number(node?.properties.dataMarker);
  if (!Number.isInteger(marker)) return <sup className={classes.coming}>{children}</sup>;
  return <FootnoteMark marker={marker} {...light} />;
};

/** The last two stand only in answers from before such sentences were removed. */
const meanings: Record<string, string> = {
  open: "Not checked word for word: compare it with its source",
  unchecked: "This sentence was not checked in time",
  unsupported: "No source supports this sentence",
  contradicted: "Its source says otherwise",
};

const ClaimText: Components["span"] = ({ node, children }) => {
  const { lit } = use(LightContext);
  const verdict = String(node?.properties.dataVerdict ?? "");
  const own = String(node?.properties.dataMarkers ?? "")
    .split(" ")
    .map(Number);
  return (
    <span
      className={classes.claim}
      data-verdict={verdict}
      data-lit={(lit !== null && own.includes(lit)) || undefined}
      title={meanings[verdict]}
    >
      {children}
    </span>
  );
};

/** An address may be of a document's making: it is shown in full, to be read, never to be followed with a click. */
const PlainLink: Components["a"] = ({ href, children }) => (
  <span>
    {children}
    {href !== undefined && !isShown(href, children) && ` (${href})`}
  </span>
);

/** 'example.com' is shown for 'http://example.com'. */
function isShown(href: string, children: ReactNode): boolean {
  const bare = (text: string) => text.replace(/^(?:https?:\/\/|mailto:)/, "").replace(/\/$/, "");
  return typeof children === "string" && bare(children) === bare(href);
}

/** An answer makes no request by itself. */
const NoPicture: Components["img"] = ({ alt }) => <span>{alt}</span>;

const components: Components = { sup: Mark, span: ClaimText, a: PlainLink, img: NoPicture };
