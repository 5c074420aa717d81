import { renderToStaticMarkup } from "react-dom/server";
import { GetStarted } from "./get-started.tsx";
import { Home } from "./home.tsx";
import { LearnMore } from "./learn-more.tsx";
import { PrivacyPolicy } from "./privacy-policy.tsx";
import { TermsOfService } from "./terms-of-service.tsx";

const pages: Record<string, { title: string; description: string; Page: () => React.ReactElement }> = {
  "/": {
    title: "Footnote: answers from your policies, with the page that supports them",
    description:
      "Upload your policies. Your people ask in plain language and get answers in which every sentence points to its source.",
    Page: Home,
  },
  "/learn-more": {
    title: "How Footnote works",
    description:
      "Upload, read, ask, prove: how policy questions get answers with sources, who may see what, and what is recorded.",
    Page: LearnMore,
  },
  "/get-started": {
    title: "Request a demo of Footnote",
    description: "A 30-minute demo with your own questions. We answer within 24 hours.",
    Page: GetStarted,
  },
  "/terms-of-service": {
    title: "Terms of Service · Footnote",
    description: "The terms under which Footnote is used.",
    Page: TermsOfService,
  },
  "/privacy-policy": {
    title: "Privacy Policy · Footnote",
    description: "Which personal data Footnote processes, why, and for how long.",
    Page: PrivacyPolicy,
  },
};

/** A complete HTML page; only the form needs a script. */
export function renderPage(
  path: string,
  assets: { script: string; styles: string[]; fonts: string[] },
): string {
  const entry = pages[path];
  if (entry === undefined) throw new Error(`no public page at ${path}`);
  const { title, description, Page } = entry;
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content="website" />
        <meta property="og:image" content="/social.png" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/first-paint.js" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>
        <Page />
      </body>
    </html>,
  )}`;
}
