import { expect, test } from "vitest";
import { questionsOfSentences } from "./questions-of-sentences.ts";

const asked = (text: string) => questionsOfSentences(text).map(({ question }) => question);

test("an obligation with a time asks for the time, and comes first", () => {
  const text =
    "A claim for theft must be filed within 10 days of the event. Records must be kept for seven years. Those records are paper.";
  expect(asked(text)).toEqual([
    "Within how many days of the event must a claim for theft be filed?",
    "For how many years must records be kept?",
  ]);
});

test("an obligation that names an amount, a day, somebody or a way asks for it", () => {
  const forms = {
    "An agent may grant goodwill of up to $50 per order.": "How much goodwill may an agent grant per order?",
    "An agent can refund up to $50 without an approval.": "How much can an agent refund without an approval?",
    "A new password must have at least 12 characters.": "How many characters must a new password have?",
    "Large televisions must be ordered by December 12.": "By when must large televisions be ordered?",
    "A change notice shall be mailed at least 30 calendar days before the effective date.":
      "How long before the effective date must a change notice be mailed?",
    "A large refund must be approved by a branch manager.": "Who must a large refund be approved by?",
    "An order can also be cancelled by calling the store.": "How can an order be cancelled?",
    "Our database backups are encrypted using GPG keys.": "How are our database backups encrypted?",
    "A cookie is a small text stored by your browser.": "What is a cookie?",
    "The usual return window is 30 days for unopened products.": "What is the usual return window?",
  };
  for (const [sentence, question] of Object.entries(forms))
    expect([sentence, asked(`${sentence} Some large new usual our database text.`)]).toEqual([
      sentence,
      [question],
    ]);
});

test("what belongs to the reader is asked about as one's own, and no question says 'shall' or 'also'", () => {
  const text =
    "A lessor shall also accept a return of your car at home. The notice shall name the date of the change. Your content must not violate the guidelines of others. A lessor, your content.";
  expect(asked(text)).toEqual(["Must a lessor accept a return of my car at home?"]);
});

test("what is forbidden is asked as a permission", () => {
  expect(
    asked(
      "The store account must not be past due today. Gift cards cannot be exchanged for cash. All gift cards end.",
    ),
  ).toEqual(["May the store account be past due today?", "Can gift cards be exchanged for cash?"]);
  expect(
    asked("We sell Gift cards. Opened headphones cannot be returned to a store. All opened headphones."),
  ).toEqual(["Can opened headphones be returned to a store?"]);
});

test("a name keeps its capital, and a word of which nobody knows makes no question", () => {
  expect(asked("We sell Orvik phones. Orvik phones may be covered month by month.")).toEqual([
    "May Orvik phones be covered month by month?",
  ]);
  expect(asked("Appointments for delivery can be moved without a fee.")).toEqual([]);
});

test("sentences that point elsewhere, begin with a condition, hold two clauses or say nothing make no question", () => {
  for (const sentence of [
    "It must be paid within ten days of delivery.",
    "In Florida an unused product may be returned within 7 days.",
    "If a product is late the customer may cancel the order.",
    "A product that is late may be returned by the customer.",
    "Nobody may accept a return of an Orvik phone today.",
    "A customer may return a product, and an agent must help.",
    "The agent must ask a supervisor who may refuse a refund.",
    "A refund must come.",
    "Can a customer return an opened product to a store?",
  ])
    expect([sentence, asked(`${sentence} a nobody orvik`)]).toEqual([sentence, []]);
});

test("a statement asks for its time or its price, else whether it is so", () => {
  const text =
    "Return to a store is always free of charge. A written dispute is acknowledged within five business days. Return shipping costs $9.95 for other returns. No return shipping, no dispute.";
  expect(asked(text)).toEqual([
    "Within how many business days is a written dispute acknowledged?",
    "How much does return shipping cost for other returns?",
    "Is return to a store always free of charge?",
  ]);
});

test("a statement about the document, with two verbs or a clause, makes no question", () => {
  for (const sentence of [
    "A prefix of the order is explained in section 9.4 below.",
    "A pending charge is an authorization and disappears within a week.",
    "A refund that is late is paid with ten percent interest.",
    "A deductible is five dollars.",
  ])
    expect([sentence, asked(`${sentence} a prefix pending`)]).toEqual([sentence, []]);
});
