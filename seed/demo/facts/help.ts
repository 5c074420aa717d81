import type { createHelp } from "#contract/operation/help.ts";
import type { Request } from "#contract/kernel/endpoint.ts";

type DemoHelp = Omit<Request<typeof createHelp>, "companyId">;

export const platformHelp: DemoHelp[] = [
  {
    type: "video",
    title: "Your first question",
    content: "Choose a theme, ask, and follow a footnote to the page it rests on.",
    duration: "3:20",
  },
  {
    type: "video",
    title: "From a document to an answer",
    content: "Uploading a policy, reading its receipt, setting its tags, and trying it in the workbench.",
    duration: "5:45",
  },
  {
    type: "faq",
    title: "What does a footnote mark mean?",
    content:
      "Each sentence of an answer carries a mark. The note with the same number shows the document, the page and the words the sentence rests on. Click it to open the source at that place.",
  },
  {
    type: "faq",
    title: "Why does it say 'The documents do not answer this'?",
    content:
      "No passage of the theme's documents fits the question well enough. Try other words, choose another theme, or ask your administrator to add the missing policy.",
  },
  {
    type: "faq",
    title: "Which files can I upload?",
    content: "PDF, Word (DOC and DOCX) and plain text, up to 10MB each and up to 10 files at once.",
  },
  {
    type: "faq",
    title: "Who sees my questions?",
    content:
      "You, and the administrators of your company. Questions and answers are kept as a record and are never changed.",
  },
];

/** The company's own wording in place of the platform's, by the title it replaces. */
export const customizedHelp: { replaces: string; item: DemoHelp } = {
  replaces: "Why does it say 'The documents do not answer this'?",
  item: {
    type: "faq",
    title: "What do I do when the documents do not answer?",
    content:
      "Put the customer on hold, ask in the 'policy-gaps' channel, and rate the answer bad with the policy that is missing. Dana goes through these every morning.",
  },
};

/** Hidden from the company's people, who don't upload. */
export const hiddenHelp = "Which files can I upload?";

export const companyHelp: DemoHelp[] = [
  {
    type: "faq",
    title: "Which theme do I choose?",
    content:
      "Customer Support - Electronics for returns, refunds, identification and warranty. Billing Support for everything with money after the sale. Warranty Claims only once a claim number exists.",
  },
  {
    type: "faq",
    title: "May I read an answer to the customer word for word?",
    content:
      "Yes, the quoted sentences are our policy. Open the source first when an amount or a time limit is involved.",
  },
];
