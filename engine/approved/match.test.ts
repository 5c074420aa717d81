import { expect, test } from "vitest";
import { askSame, matchApproved, similarTo } from "./match.ts";

const approved = "How many days does a customer in Ohio have to return an unopened product?";

test.each([
  "how many days does a customer in Ohio have to return an unopened product",
  "Hello, can you tell me how many days a customer in Ohio has to return an unopened product? Thanks!",
  "How many days do clients in Ohio have to return unopened products?",
])("%s: asks the same", (question) => {
  expect(askSame(question, approved)).toBe(true);
});

test.each([
  ["In Texas, what does the transfer cost?", "What does a transfer cost in Texas?"],
  ["What's the fee for transfers?", "what is the fee for a transfer"],
  ["Can a late fee be waived?", "May late fees be waived?"],
  ["By whom is an extension approved?", "Who approves an extension?"],
  ["How are policy exceptions handled?", "how do we handle policy exceptions"],
  ["Is rework of sterile product permitted?", "rework of sterile products allowed?"],
  ["How soon must QA be phoned?", "Within how many hours do we have to phone QA?"],
  ["How often may a member skip a payment?", "How many times can I skip a payment?"],
  ["Who sees records held for 30 days or more?", "Who sees records that are held for at least 30 days?"],
  ["For bridge loans, how much is the fee?", "What is the fee for a bridge loan?"],
  ["Must a complaint be answered?", "Does a complaint have to be answered?"],
  ["Do you ship a replacement to Canada?", "Do we ship a replacement to Canada?"],
  ["What is paid into the fund of the members?", "What's paid into the members' fund?"],
])("%s: asks the same as %s", (one, other) => {
  expect(askSame(one, other)).toBe(true);
});

test.each([
  ["another number", "What is the fee for 30 days?", "What is the fee for 60 days?"],
  ["the negation", "Is a gift card refunded?", "Is a gift card not refunded?"],
  ["without for with", "Can a fee be charged with consent?", "Can a fee be charged without consent?"],
  ["another state", approved, approved.replace("Ohio", "Texas")],
  ["another product", "What does the T200 washer cost?", "What does the T300 washer cost?"],
  ["the opposite", approved, approved.replace("unopened", "opened")],
  ["another form", "How long are records kept?", "Where are records kept?"],
  ["who for when", "Who closes a complaint?", "When is a complaint closed?"],
  ["before for after", "What is due before the start?", "What is due after the start?"],
  ["another period", "What is the monthly fee?", "What is the yearly fee?"],
  ["the past", "What is the fee for a transfer?", "What was the fee for a transfer?"],
  ["exchanged parts", "Can the seller sue the buyer in court?", "Can the buyer sue the seller in court?"],
  ["exchanged ends", "How are dollars converted from euros?", "How are euros converted from dollars?"],
  ["one word more", "Who pays for shipping?", "Who pays for return shipping?"],
  ["a duty for a freedom", "May an agent waive a late fee?", "Must an agent waive a late fee?"],
  ["a need for a freedom", "May an agent waive a late fee?", "Does an agent need to waive a late fee?"],
  ["the future for the rule", "Who pays the return label?", "Who will pay the return label?"],
  ["what is done before", "Can a phone be returned?", "Can a used phone be returned?"],
  ["a narrower subject", "May a laptop be returned?", "May only a laptop be returned?"],
  [
    "whose it is",
    "Within how many days is a laptop returned?",
    "Within how many days is whose laptop returned?",
  ],
  ["those meant by a pronoun", "What do we charge partners?", "What do partners charge us?"],
  ["who gets for who gives", "Who gives a discount?", "Who gets a discount?"],
  ["the earliest for the latest", "How soon can a laptop be returned?", "How long can a laptop be returned?"],
  ["a limit for a cost", "What is the limit for a transfer?", "What is the cost for a transfer?"],
  ["where from for where to", "Does a refund go to the card?", "Does a refund go from the card?"],
  ["who sends for who is sent", "Is a card sent by a customer?", "Is a card sent to a customer?"],
  ["exchanged owners", "May your staff open my parcel?", "May my staff open your parcel?"],
  ["some for all", "Is every product returned?", "Is a product returned?"],
  ["another particle", "May a customer take the phone?", "May a customer take back the phone?"],
  ["who is told for who tells", "Who tells the supplier?", "Whom does the supplier tell?"],
  ["who gives for who receives", "Which branch gives notice?", "Which branch receives notice?"],
  ["the other sign", "Who approves refunds > 100?", "Who approves refunds < 100?"],
  ["the end of a note", "Is the notice public - where", "Is the notice public - when"],
  ["the purpose for the thing", "What are pixel tags?", "What are pixel tags used for?"],
  ["the day for the time it takes", "When is the break?", "How long is the break?"],
  [
    "exchanged ends of a change",
    "How is the award of a member changed from leave to cash?",
    "How is the award of a member changed from cash to leave?",
  ],
  [
    "the developer for the other party",
    "Is the developer agreement assigned by the developer to GitHub?",
    "Is the developer agreement assigned by GitHub to the developer?",
  ],
  ["our side for the other", "How long do we have to reply?", "How long does a member have to reply?"],
  ["about whom for with whom", "May we share data about a member?", "May we share data with a member?"],
  ["the time for the object", "Can I cancel during the trial?", "Can I cancel the trial?"],
  ["where from for where to", "To whom is the report sent?", "From whom is the report sent?"],
  ["one for both", "Is a visa or a passport required?", "Is a visa and a passport required?"],
  ["the deed done for the rule", "Who approves an exception?", "Who approved an exception?"],
  ["a duty for what is done", "Do agents report a loss?", "Must agents report a loss?"],
  ["who calls for who is called", "Do you have to call me?", "Do I have to call you?"],
  ["who is told for who tells", "Does a tenant have to notify?", "Does a tenant have to be notified?"],
  ["mine for yours", "Who may see my file?", "Who may see your file?"],
  ["who gets for who gives back", "Does the supplier get a refund?", "Does the supplier refund?"],
  [
    "a discount for some",
    "What is the yearly discount on headphones for employees?",
    "What is the yearly discount on headphones?",
  ],
  ["a way of doing it", "Must the application be signed in person?", "Must the application be signed?"],
  ["a month for a permission", "Is the office open in May?", "Is the office open?"],
  ["a word that is small elsewhere", "Who pays a parking fine?", "Who pays for parking?"],
  ["a part", "Is the entire fee refunded?", "Is the fee refunded?"],
  [
    "another role",
    "Can a supervisor approve a refund above 500 dollars without a receipt?",
    "Can a manager approve a refund above 500 dollars without a receipt?",
  ],
  ["at most for at least", "How many days of leave at most?", "How many days of leave at least?"],
])("%s: asks something else", (_difference, one, other) => {
  expect(askSame(one, one)).toBe(true);
  expect(askSame(one, other)).toBe(false);
  expect(askSame(other, one)).toBe(false);
});

const none = [[], [], [], []];
const known = [[], [], [], ["Ohio", "Texas"]];

test("of several answers to one question none answers, and both are offered", () => {
  const candidates = [1, 2].map((id) => ({ id, questions: ["Who pays for shipping?"], tags: none }));
  const asked = { question: "Who pays for shipping?", tags: none, known };
  expect(matchApproved(asked, candidates)).toEqual({ same: null, similar: [1, 2] });
});

test("an answer for a state answers questions that name or choose it, and no others", () => {
  const candidates = [{ id: 1, questions: ["Who pays for shipping?"], tags: [[], [], [], ["Ohio"]] }];
  const same = (question: string, states: string[]) =>
    matchApproved({ question, tags: [[], [], [], states], known }, candidates).same;
  expect(same("Who pays for shipping?", ["Ohio"])).toBe(1);
  expect(same("Who pays for shipping in Ohio?", [])).toBe(1);
  expect(same("Who pays for shipping?", [])).toBeNull();
  expect(same("Who pays for shipping?", ["Texas"])).toBeNull();
  expect(same("Who pays for shipping?", ["Ohio", "Texas"])).toBeNull();
  expect(same("Who pays for shipping in Texas?", ["Ohio"])).toBeNull();
});

test("a state is no other one whose name it holds", () => {
  const places = [[], [], [], ["Virginia", "West Virginia", "Arkansas", "Kansas"]];
  const same = (states: string[], question: string) =>
    matchApproved({ question, tags: none, known: places }, [
      { id: 1, questions: ["Who pays for shipping?"], tags: [[], [], [], states] },
    ]).same;
  expect(same(["West Virginia"], "Who pays for shipping in West Virginia?")).toBe(1);
  expect(same(["Virginia"], "Who pays for shipping in West Virginia?")).toBeNull();
  expect(same(["Arkansas", "Kansas"], "Who pays for shipping in Arkansas and Kansas?")).toBe(1);
});

test("an answer without tags doesn't answer a question that is narrowed by one", () => {
  const candidates = [{ id: 1, questions: ["Who pays for shipping?"], tags: none }];
  const asked = { question: "Who pays for shipping?", tags: [[], [], ["Fees"], []], known };
  expect(matchApproved(asked, candidates).same).toBeNull();
});

test("in another language than English only the same words ask the same", () => {
  const german = "Wie viele Tage hat der Kunde für die Rückgabe eines ungeöffneten Produkts?";
  expect(askSame(german.toLowerCase(), german)).toBe(true);
  expect(askSame(german.replace("ungeöffneten", "geöffneten"), german)).toBe(false);
  expect(askSame("Wie viel Zeit hat der Kunde für die Rückgabe eines ungeöffneten Produkts?", german)).toBe(
    false,
  );
});

test("questions that share only everyday words do not come near one", () => {
  const others = [
    "How many days do customers have to pay their bill?",
    "Until when can an unopened product be sent back?",
    "Within how many days can an unopened product be returned?",
    "Can a gift card be used for shipping?",
  ];
  expect(similarTo("How many days does a customer have to return an unopened product?", others)).toEqual([
    2, 1,
  ]);
});
