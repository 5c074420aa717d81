import type { DemoQuestion } from "./question.ts";

const plain = (text: string): DemoQuestion => ({ text });

/** Theme 'Billing Support'. */
export const billingQuestions: DemoQuestion[] = [
  ...[
    "What is the late fee on the Stride Installment Plan?",
    "How long is the grace period in Massachusetts?",
    "Can a customer pay off a plan early without a fee?",
    "How can a customer move the due date?",
    "When is AutoPay taken on the due date?",
    "How much is a returned payment?",
    "What is the annual percentage rate for 12 months?",
    "Smallest and largest purchase amount for Stride?",
    "Does applying for Stride affect the credit score?",
    "A product on the plan was returned, what happens to the installments?",
    "Does a gift card expire?",
    "Can a gift card be used at Northgate?",
    "Customer lost a gift card, can it be replaced?",
    "What gift card balance is paid out in cash in Texas?",
    "How many gift cards can be used for one order?",
    "Can I buy a gift card with the Stride plan?",
    "When is photo identification required for gift cards?",
    "Within how many days must a dispute be decided?",
    "Customer was charged twice, when do they get the money back?",
    "When do we give a provisional credit?",
    "What does CORVANE*WEB on a statement mean?",
    "Is a chargeback fee passed on to the customer?",
    "What do I do when a customer did not open the plan account?",
    "Do we accept personal checks?",
    "How many times may a declined card be tried?",
    "What does code 51 mean?",
    "How long does an authorization stay on a credit card?",
    "Can two credit cards be used for one online order?",
    "Which hardship plans do we offer?",
    "May I call a customer on a Sunday about a past due account?",
    "When is a plan account reported to the credit bureaus?",
    "How much may an agent accept to settle a charged off account?",
    "What commission does Delmar Wireless get on CareCover?",
    "When is the partner statement issued?",
    "Who is the partner manager of Prairie Home Dealers?",
    "What does delivery of a television above 55 inches cost?",
    "What is the fee for a payment by phone?",
    "How much is the Circle Membership a year?",
    "Price of a new battery for an Orvik phone out of warranty",
    "Does military service lower the rate?",
  ].map(plain),
  {
    text: "Is the late fee $25 after five days?",
    review: {
      verdict: "incomplete",
      note: "The circular is superseded: $15 after ten days since April 1, 2025. Lead with the policy.",
    },
    rating: "bad",
    feedback: "It quoted the old circular too.",
  },
  {
    text: "Customer was charged a $25 late fee in June 2025, is that right?",
    tags: { topics: ["late fee"] },
  },
  {
    text: "Late fee in California?",
    tags: { states: ["California"], topics: ["late fee"] },
    rating: "good",
    review: { verdict: "correct", note: "" },
  },
  {
    text: "What identification do I need before changing a bank account?",
    rating: "good",
    followUp: { text: "And if the phone number was changed three days ago?" },
  },
  {
    text: "Which partners offer the Stride plan?",
    followUp: { text: "What terms does Prairie Home Dealers offer?" },
  },
  { text: "Why was the customer's credit application declined?", rating: "bad" },
  plain("Can customers pay with cryptocurrency?"),
  { text: "What is the salary of a billing supervisor?", rating: "bad" },
  plain("waive late fee who can approve second time"),
];

/** Asked after the guide on sales tax was uploaded. */
export const lateBillingQuestions: DemoQuestion[] = [
  plain("Is CareCover taxed in Ohio?"),
  plain("Where does a customer find an old invoice?"),
  { text: "Is the delivery charge taxed in California?", tags: { states: ["California"] }, rating: "good" },
];
