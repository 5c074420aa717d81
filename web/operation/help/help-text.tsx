import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import classes from "./help.module.css";

const components: Components = {
  // help text makes no requests on its own
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

/** A help answer: Markdown without HTML and pictures. */
export default function HelpText({ text }: { text: string }) {
  return (
    <div className={classes.answer}>
      <Markdown remarkPlugins={[remarkGfm]} components={components} skipHtml>
        {text}
      </Markdown>
    </div>
  );
}
