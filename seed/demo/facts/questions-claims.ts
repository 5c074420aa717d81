import { asked, type DemoQuestion } from "./question.ts";

/** Theme 'Warranty Claims'. */
export const claimsQuestions: DemoQuestion[] = [
  asked("Within how many days must accidental damage be filed?", "60 days"),
  asked("Who decides a claim of $1,500?", "senior handler"),
  asked("When do we repair and when do we replace?", "70 percent"),
  asked("How many photos do we ask for?", "three photos"),
  asked("What is refusal code R5?", "filed too late"),
  asked("How long does a customer have to appeal?", "60 days"),
  asked("How much is paid for a product that is 30 months old?", "70 percent"),
  asked("Is a claim refused for late filing in Washington?", "unless the delay"),
  asked("Within how many days can CareCover be canceled for a full refund in California?", "60 days"),
  asked("Is there a cancellation fee in Colorado?", "no cancellation fee"),
  asked("Who issues the contract in Florida?", "Kettleridge Service Company"),
  asked("What are the signs of fraud?", "two claims within 30 days"),
  asked("When must the faulty product be sent back?", "14 days"),
  asked("Does an unpaid month-by-month contract stay in force?", "stays in force"),
  {
    text: "What notice is needed before we cancel a contract in Georgia?",
    expects: "30 days",
    tags: { states: ["Georgia"] },
  },
  asked("How do I escalate to the ombudsman?", null),
  { text: "Is a claim possible for a drone lost at sea?", expects: null, tags: { topics: ["claims"] } },
  {
    text: "What does the theft desk ask for?",
    expects: "police report",
    followUp: asked("Who pays the locksmith?", null),
  },
];

/** Asked after the service levels of the repair network were uploaded. */
export const lateClaimsQuestions: DemoQuestion[] = [
  asked("Which repair center serves Texas?", "Memphis"),
  asked("When does a device count as lost by the repair center?", "ten business days"),
];
