import { expect, test } from "vitest";
import { contradict, ruleOf } from "./rule.ts";

const differ = ([one, other]: readonly [string, string]) => {
  const [left, right] = [ruleOf(one), ruleOf(other)];
  return left !== null && right !== null && contradict(left, right) && contradict(right, left);
};

/** Rules on one case that cannot both hold, in words of their own. */
const contradictions: [string, string][] = [
  [
    "Customers may return a product within 30 days of delivery.",
    "Customers may return a product within 14 days of delivery.",
  ],
  ["The excess on a motor claim is 250 euros.", "The excess on a motor claim is 300 euros."],
  [
    "Customers may return unopened products within 30 days of delivery.",
    "Unopened products can be sent back up to 14 days after delivery.",
  ],
  [
    "A claim must be reported to us within 48 hours of the loss.",
    "Policyholders must report every claim no later than 24 hours after the loss occurred.",
  ],
  [
    "Call recordings are kept for 90 days.",
    "Recordings of calls shall be retained for 12 months and then deleted.",
  ],
  ["Call recordings are kept for 90 days and then erased.", "All call recordings are stored for 180 days."],
  ["The fee for an international transfer is 15 euros.", "International transfers cost 25 euros each."],
  [
    "Fire extinguishers must be inspected every 12 months.",
    "Every fire extinguisher is inspected once every 6 months.",
  ],
  [
    "A late payment fee of 5% of the premium is charged.",
    "For late payment a fee of 3% of the premium applies.",
  ],
  ["Applicants must be at least 18 years old.", "Applicants must be at least 21 years old."],
  ["Complaints are answered within 10 business days.", "We answer complaints within five business days."],
  [
    "The policyholder may cancel the policy with 30 days' notice.",
    "Cancellation of the policy by the policyholder requires 60 days' notice.",
  ],
  ["The vaccine is stored at 2 to 8 °C.", "The vaccine must be stored at -20 °C."],
  [
    "The warranty lasts 24 months from the date of purchase.",
    "The warranty period is 12 months from the date of purchase.",
  ],
  [
    "Employees may work abroad for up to 20 days a year.",
    "Employees may work from abroad for no more than 30 days a year.",
  ],
  [
    "The daily withdrawal limit at cash machines is $500.",
    "Customers can withdraw at most $1,000 a day at cash machines.",
  ],
  ["Two references are needed for every new supplier.", "Every new supplier must provide three references."],
  [
    "Batch records are retained for 5 years after release.",
    "Batch records must be kept for at least 10 years after release of the batch.",
  ],
  [
    "Overdrafts are charged interest of 9.5 percent a year.",
    "The interest rate for overdrafts is 11 percent a year.",
  ],
  ["Refunds of gift cards are possible online.", "Gift cards cannot be refunded online."],
  ["Agents may give tax advice to customers.", "Agents must not give tax advice to customers."],
  ["Agents must record every call with a customer.", "Agents may record calls with a customer."],
  ["Flood damage is covered by the home policy.", "The home policy does not cover flood damage."],
  ["Employees may accept gifts from suppliers.", "Employees may not accept gifts from suppliers."],
  [
    "A second signature is required for payments to new suppliers.",
    "No second signature is required for payments to new suppliers.",
  ],
  ["Personal use of company phones is permitted.", "Personal use of company phones is prohibited."],
  ["The warranty covers water damage.", "Water damage is excluded from the warranty."],
  ["Smoking is allowed on the terrace.", "Smoking on the terrace is forbidden."],
  [
    "Lost cards must be blocked within one hour of the call.",
    "A lost card is blocked within four hours of the customer's call.",
  ],
  ["Invoices are paid within 30 days of receipt.", "Our payment term for invoices is 45 days from receipt."],
  ["The annual fee for the gold card is 90 euros.", "The gold card costs 120 euros a year."],
  ["Employees are entitled to 28 days of annual leave.", "Annual leave is 25 days for every employee."],
  [
    "Samples are kept for two years after the expiry date.",
    "Samples must be retained for one year after the expiry date.",
  ],
  [
    "Complaints about advisers must be sent to the compliance office.",
    "Complaints about advisers need not be sent to the compliance office.",
  ],
  [
    "A claim above 10,000 euros needs approval by two managers.",
    "A claim above 10,000 euros needs approval by three managers.",
  ],
  [
    "Interest on the savings account is paid at 2.1% a year.",
    "The savings account pays 1.8% interest a year.",
  ],
  ["Temperature logs are reviewed every week.", "Temperature logs shall be reviewed every month."],
  [
    "Customers can appeal a decision within six weeks.",
    "An appeal against a decision must be made within 4 weeks.",
  ],
  ["Baggage is insured up to 2,000 euros.", "The insurance pays up to 1,500 euros for baggage."],
  ["Trainees may sign batch records.", "Trainees may not sign batch records."],
  ["The cooling-off period is 14 days.", "The cooling-off period ends after 10 days."],
  [
    "Contractors must complete the safety course before entering the site.",
    "Contractors do not have to complete the safety course before entering the site.",
  ],
];

/** Rules on cases of their own, which differ and hold side by side. */
const cases: [string, string][] = [
  [
    "Customers may return unopened products within 30 days of delivery.",
    "Opened products may be returned within 14 days of delivery.",
  ],
  [
    "Customers may return unopened products within 30 days of delivery.",
    "Refunds are paid within 10 business days of the return of the product.",
  ],
  ["The excess on a motor claim is 250 euros.", "The excess on a home claim is 500 euros."],
  [
    "A claim must be reported to us within 48 hours of the loss.",
    "Theft must be reported to the police within 24 hours.",
  ],
  ["Call recordings are kept for 90 days.", "E-mails to customers are kept for 6 years."],
  ["The fee for an international transfer is 15 euros.", "Domestic transfers cost 1 euro."],
  [
    "Serious adverse events must be reported within 24 hours.",
    "Non-serious adverse events are reported within 15 days.",
  ],
  [
    "Fire extinguishers must be inspected every 12 months.",
    "Fire extinguishers must be replaced after 10 years.",
  ],
  [
    "A late payment fee of 5% of the premium is charged.",
    "A discount of 3% of the premium is given for yearly payment.",
  ],
  [
    "Applicants must be at least 18 years old.",
    "Applicants over 70 years of age need a medical examination.",
  ],
  [
    "Complaints are answered within 10 business days.",
    "Receipt of a complaint is confirmed within 2 business days.",
  ],
  [
    "The policyholder may cancel the policy with 30 days' notice.",
    "The insurer may cancel the policy with 60 days' notice.",
  ],
  ["The vaccine is stored at 2 to 8 °C.", "The diluent is stored at up to 25 °C."],
  [
    "The warranty lasts 24 months from the date of purchase.",
    "The warranty on batteries lasts 6 months from the date of purchase.",
  ],
  ["The daily withdrawal limit at cash machines is $500.", "The daily limit for online payments is $5,000."],
  [
    "Batch records are retained for 5 years after release.",
    "Samples of each batch are retained for 2 years after release.",
  ],
  ["Overdrafts are charged interest of 9.5 percent a year.", "Savings earn interest of 2 percent a year."],
  ["Refunds of gift cards are possible online.", "Gift cards cannot be used to buy other gift cards."],
  ["Agents may explain how a product is taxed.", "Agents must not give tax advice to customers."],
  [
    "Flood damage is covered by the home policy.",
    "The motor policy does not cover damage by floods to trailers.",
  ],
  [
    "Employees may accept gifts from suppliers worth up to 25 euros.",
    "Employees may not accept cash from suppliers.",
  ],
  [
    "A second signature is required for payments to new suppliers.",
    "No second signature is required for payments below 500 euros.",
  ],
  ["Visitors are allowed in the clean room with an escort.", "Visitors are not allowed in the warehouse."],
  ["The warranty covers water damage.", "Damage by fire is excluded from the warranty."],
  ["Premium members are paid refunds within 3 days.", "Standard members are paid refunds within 10 days."],
  ["Maternity leave is 16 weeks with full pay.", "Parental leave is 8 weeks with half pay."],
  [
    "Discounts above 10% are approved by the sales director.",
    "Discounts above 25% are approved by the managing director.",
  ],
  ["Passwords of administrators are changed every 90 days.", "Passwords of guests are changed every 7 days."],
  ["The waiting period for dental cover is 6 months.", "The waiting period for hospital cover is 3 months."],
  ["The waiting period is 6 months in Bavaria.", "The waiting period is 3 months in Saxony."],
  ["The report for 2022 was due within 30 days.", "The report for 2023 was due within 45 days."],
  ["The notice period is 30 days during probation.", "The notice period is 3 months after probation."],
  ["The maximum loan term is 84 months.", "Loans run for at most 7 years."],
  ["Invoices are paid within 30 days of receipt.", "Credit notes are paid within 14 days of receipt."],
  ["The annual fee for the gold card is 90 euros.", "The annual fee for the platinum card is 250 euros."],
  [
    "Employees are entitled to 28 days of annual leave.",
    "Employees are entitled to 5 days of paid study leave.",
  ],
  ["Samples are kept for two years after the expiry date.", "Samples are taken every 30 minutes."],
  ["Telephone orders can be cancelled until shipment.", "Orders for customised goods cannot be cancelled."],
  ["Operators must wear safety glasses in hall 3.", "Visitors may wear safety glasses in hall 1."],
  [
    "A claim above 10,000 euros needs approval by two managers.",
    "A claim below 10,000 euros needs approval by one manager.",
  ],
  [
    "Interest on the savings account is paid at 2.1% a year.",
    "Interest on the deposit account is paid at 3% a year.",
  ],
  ["Temperature logs are reviewed every week.", "Cleaning logs are reviewed every month."],
  [
    "Customers can appeal a decision within six weeks.",
    "The ombudsman decides on an appeal within twelve weeks.",
  ],
  ["Baggage is insured up to 2,000 euros.", "Jewellery is insured up to 500 euros."],
  ["Trainees may sign batch records.", "Contractors may not sign batch records."],
  ["The cooling-off period is 14 days.", "The cooling-off period for life insurance is 30 days."],
  ["Refunds are paid to the card that was used.", "Refunds are not paid in cash."],
  [
    "Employees must report a breach within 24 hours.",
    "The regulator must be told of a breach within 72 hours.",
  ],
  ["A new password must have at least 12 characters.", "A new password must have at least one figure."],
  ["Deliveries within the country take 2 days.", "Deliveries abroad take 7 days."],
  ["The test is repeated after 30 minutes.", "The test is repeated three times."],
  ["Managers approve travel up to 1,000 euros.", "Directors approve travel up to 5,000 euros."],
  ["In 2023 the rate was 4%.", "In 2024 the rate was 5%."],
  ["Gifts above 50 euros must be declared.", "Gifts must be declared within 5 days."],
];

test.each(contradictions)("%s | %s", (one, other) => {
  expect(differ([one, other])).toBe(true);
});

test("rules on different cases do not contradict each other", () => {
  expect(cases.filter(differ)).toEqual([]);
});

test("a rule does not contradict itself, nor the same figure in other words or units", () => {
  const same: [string, string][] = [
    ["Refunds are paid within 14 days.", "Refunds are paid within two weeks."],
    ["Claims must be reported within 24 hours.", "Claims must be reported within one day."],
    ["The fee is 1,200 euros a year.", "The fee is € 1200 a year."],
    ["Records are kept for 12 months.", "Records are kept for one year."],
    ["Employees may not accept gifts.", "Employees must not accept gifts."],
    ["Contributions rise by 3 percent.", "Contributions rise by 3%."],
  ];
  expect([...same, ...contradictions.map(([one]): [string, string] => [one, one])].filter(differ)).toEqual(
    [],
  );
});

test("items of a list, lead-ins and rows of a table are no rules", () => {
  for (const text of [
    "(a) customers may return laptops within 30 days",
    "The following may be returned within 30 days:",
    "Laptops\t30 days\t14 days",
  ])
    expect(ruleOf(text), text).toBeNull();
});
