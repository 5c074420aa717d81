/** A sample's source: its picture is a crop of the page; a text file has none and shows its words. */
type SampleSource = {
  marker: number;
  document: string;
  place: string;
  words: string;
  /** Name of its pictures in web/static/pictures: the crop for the note, and `…-page` for the page. */
  picture: string | null;
};
export type Sample = {
  tab: string;
  question: string;
  /** Id of the demo's theme. */
  themeId: number;
  /** Quoted passages: the section, the text before the answering words, those words, and the text after. */
  quotes: { heading: string; words: string; after: string; marker: number }[];
  /** Text shown with the quotes, or instead of them. */
  reason: { text: string; compares: number[] } | null;
  sources: SampleSource[];
};

const lateFee =
  "A late fee of $15 is charged when an installment is not paid within ten days after its due date.";

/**
 * The demo's answers to these questions, shortened to the passages shown; `testing/demo.long.api.test.ts` asks the demo and
 * compares every word.
 */
export const samples: Sample[] = [
  {
    tab: "An answer",
    question: "When is a late fee charged on a plan account?",
    themeId: 2,
    quotes: [
      {
        heading: "5.1 Late fee:",
        words: lateFee,
        after:
          "Only one late fee is charged for each installment, however long it stays unpaid. The late fee is $10 in Massachusetts, and no late fee is charged on a term of 3 months.",
        marker: 1,
      },
      {
        heading: "5.3 Waiver of fees:",
        words: "An agent may waive one late fee in 12 months for each plan account without approval.",
        after:
          "A second waiver needs a team lead, and a third the billing supervisor. A returned payment fee is waived only if the bank confirms its own error in writing.",
        marker: 2,
      },
    ],
    reason: null,
    sources: [
      {
        marker: 1,
        document: "Stride Installment Plan Policy.pdf",
        place: "page 3 · 5.1 Late fee",
        words: lateFee,
        picture: "late-fee",
      },
      {
        marker: 2,
        document: "Stride Installment Plan Policy.pdf",
        place: "page 4 · 5.3 Waiver of fees",
        words: "An agent may waive one late fee in 12 months for each plan account without approval.",
        picture: "waiver",
      },
    ],
  },
  {
    tab: "Not covered",
    question: "How do I escalate to the ombudsman?",
    themeId: 3,
    quotes: [],
    reason: { text: "None of the documents cover this.", compares: [] },
    sources: [],
  },
  {
    tab: "Documents disagree",
    question: "Is the late fee $25 after five days?",
    themeId: 2,
    quotes: [
      {
        heading: "5.1 Late fee:",
        words: lateFee,
        after:
          "Only one late fee is charged for each installment, however long it stays unpaid. The late fee is $10 in Massachusetts, and no late fee is charged on a term of 3 months.",
        marker: 1,
      },
      {
        heading: "1. Late Fee:",
        words:
          "From July 1, 2023 a late fee of $25 is charged when an installment is not paid within five days after its due date.",
        after: "The fee is the same in all states except Massachusetts, where it is $10.",
        marker: 2,
      },
    ],
    reason: { text: "Your documents disagree: compare", compares: [1, 2] },
    sources: [
      {
        marker: 1,
        document: "Stride Installment Plan Policy.pdf",
        place: "page 3 · 5.1 Late fee",
        words: lateFee,
        picture: "late-fee",
      },
      {
        marker: 2,
        document: "Circular 2023-07 Late Fees (superseded).txt",
        place: "1. Late Fee",
        words:
          "From July 1, 2023 a late fee of $25 is charged when an installment is not paid within five days after its due date.",
        picture: null,
      },
    ],
  },
];
