import { memo } from "react";
import Markdown from "react-markdown";
import type { Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import type { Claim } from "#contract/answers.ts";
import { answerMarks } from "./answer-marks.ts";
import classes from "./answer-text.module.css";

type Props = {
  text: string;
  claims: Claim[];
  markers: number[];
  lit: number | null;
  onLight(marker: number | null): void;
  onOpen(marker: number): void;
};

/** An answer typeset: marks that light their note, sentences without support underlined. No HTML, no pictures, no requests. */
export const AnswerText = memo(function AnswerText({ text, claims, markers, lit, onLight, onOpen }: Props) {
  const components: Components = {
    sup: ({ node, children }) => {
      const marker = Number(node?.properties.dataMarker);
      if (!Number.isInteger(marker)) return <sup>{children}</sup>;
      return (
        <sup className={classes.mark} data-lit={lit === marker || undefined}>
          <button
            type="button"
            aria-label={`Source ${marker}`}
            onMouseEnter={() => onLight(marker)}
            onMouseLeave={() => onLight(null)}
            onFocus={() => onLight(marker)}
            onBlur={() => onLight(null)}
            onClick={() => onOpen(marker)}
          >
            {marker}
          </button>
        </sup>
      );
    },
    span: ({ node, children }) => {
      const verdict = String(node?.properties.dataVerdict ?? "");
      const own = String(node?.properties.dataMarkers ?? "")
        .split(" ")
        .map(Number);
      return (
        <span
          className={classes.claim}
          data-verdict={verdict}
          data-lit={(lit !== null && own.includes(lit)) || undefined}
          title={
            verdict === "unsupported"
              ? "No source supports this sentence"
              : verdict === "partly"
                ? "The source supports this sentence in part"
                : undefined
          }
        >
          {children}
        </span>
      );
    },
    // an answer makes no request by itself
    img: ({ alt }) => <span>{alt}</span>,
    a: ({ href, children }) =>
      href !== undefined && /^(https?:|mailto:)/.test(href) ? (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      ) : (
        <span>{children}</span>
      ),
  };
  return (
    <div className={classes.text}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[answerMarks(claims, new Set(markers))]}
        components={components}
        skipHtml
      >
        {text}
      </Markdown>
    </div>
  );
});
