import type { DemoQuestion } from "./question.ts";

const plain = (text: string): DemoQuestion => ({ text });

/** Theme 'Warranty Claims'. */
export const claimsQuestions: DemoQuestion[] = [
  ...[
    "Within how many days must accidental damage be filed?",
    "Who decides a claim of $1,500?",
    "When do we repair and when do we replace?",
    "How many photos do we ask for?",
    "What is refusal code R5?",
    "How long does a customer have to appeal?",
    "How much is paid for a product that is 30 months old?",
    "Is a claim refused for late filing in Washington?",
    "Within how many days can CareCover be canceled for a full refund in California?",
    "Is there a cancellation fee in Colorado?",
    "Who issues the contract in Florida?",
    "What are the signs of fraud?",
    "When must the faulty product be sent back?",
    "Does an unpaid month-by-month contract stay in force?",
  ].map(plain),
  {
    text: "What notice is needed before we cancel a contract in Georgia?",
    tags: { states: ["Georgia"] },
    rating: "good",
    review: { verdict: "correct", note: "" },
  },
  {
    text: "What does the theft desk ask for?",
    followUp: { text: "Who pays the locksmith?", rating: "bad" },
  },
];

/** Asked after the service levels of the repair network were uploaded. */
export const lateClaimsQuestions: DemoQuestion[] = [
  plain("Which repair center serves Texas?"),
  plain("When does a device count as lost by the repair center?"),
];
