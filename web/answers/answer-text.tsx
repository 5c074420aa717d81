import { createContext, memo, use, useMemo } from "react";
import Markdown from "react-markdown";
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

/** An answer typeset: marks that light their note, sentences without support underlined. No HTML, no pictures, no requests. */
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

const meanings: Record<string, string> = {
  unsupported: "No source supports this sentence",
  unchecked: "This sentence was not checked in time",
  partly: "Only a part of this sentence was confirmed by its source",
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

const SafeLink: Components["a"] = ({ href, children }) =>
  href !== undefined && /^(https?:|mailto:)/.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

/** An answer makes no request by itself. */
const NoPicture: Components["img"] = ({ alt }) => <span>{alt}</span>;

const components: Components = { sup: Mark, span: ClaimText, a: SafeLink, img: NoPicture };
