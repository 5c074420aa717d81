import type { TagGroups } from "#contract/kernel/values.ts";
import type { PersonKey } from "./people.ts";
import type { ThemeKey } from "./themes.ts";

type DemoDocument = {
  theme: ThemeKey;
  /** In `documents/`. */
  file: string;
  /** As a person would have named the file that they uploaded. */
  name: string;
  uploadedBy: PersonKey;
  tags: TagGroups;
  isLate?: true;
};

const partners = [
  "Northgate Retail Group",
  "Prairie Home Dealers",
  "Blue Mesa Distributors",
  "Delmar Wireless LLC",
  "Harborline Direct Inc",
];
const allStates = [
  "California",
  "Colorado",
  "Florida",
  "Georgia",
  "Illinois",
  "Massachusetts",
  "New York",
  "Ohio",
  "Texas",
  "Washington",
];

function tags(
  topicTags: string[],
  productTags: string[],
  distributionPartnerTags: string[] = [],
  stateTags: string[] = [],
): TagGroups {
  return { distributionPartnerTags, productTags, topicTags, stateTags };
}

/** The tags are those that an administrator left after going through the suggestions. */
export const documents: DemoDocument[] = [
  {
    theme: "support",
    file: "returns-and-refunds-policy.pdf",
    name: "Returns and Refunds Policy.pdf",
    uploadedBy: "dana",
    tags: tags(
      ["returns", "refunds", "restocking fee", "identification", "store credit"],
      ["Stride Installment Plan", "Circle Membership"],
      partners,
      allStates,
    ),
  },
  {
    theme: "support",
    file: "warranty-and-carecover-handbook.docx",
    name: "Warranty and CareCover Handbook.docx",
    uploadedBy: "dana",
    tags: tags(
      ["warranty period", "accidental damage", "deductible", "cancellation", "recalls"],
      [
        "Corvane Limited Warranty",
        "CareCover Essential Plan",
        "CareCover Plus Plan",
        "CareCover Complete Plan",
      ],
      ["Kettleridge Assurance Company", "Fixwright Service Network"],
      ["Florida"],
    ),
  },
  {
    theme: "billing",
    file: "stride-installment-plan-policy.pdf",
    name: "Stride Installment Plan Policy.pdf",
    uploadedBy: "luis",
    tags: tags(
      ["late fee", "grace period", "AutoPay", "identification", "payoff"],
      ["Stride Installment Plan"],
      ["Quillan Bank", "Prairie Home Dealers"],
      allStates,
    ),
  },
  {
    theme: "billing",
    file: "fee-schedule-2026.pdf",
    name: "Fee Schedule 2026.pdf",
    uploadedBy: "luis",
    tags: tags(
      ["late fee", "delivery", "restocking fee", "repairs"],
      ["Circle Membership", "Stride Installment Plan"],
      [],
      ["California", "Illinois", "Massachusetts", "Texas", "New York"],
    ),
  },
  {
    theme: "billing",
    file: "gift-card-terms-and-handling-guide.docx",
    name: "Gift Card Terms and Handling Guide.docx",
    uploadedBy: "luis",
    tags: tags(
      ["gift card balance", "lost cards", "scams", "bulk orders"],
      ["Corvane Gift Card"],
      ["Northgate Retail Group", "Blue Mesa Distributors"],
      allStates,
    ),
  },
  {
    theme: "billing",
    file: "billing-disputes-and-chargebacks-procedure.docx",
    name: "Billing Disputes and Chargebacks Procedure.docx",
    uploadedBy: "luis",
    tags: tags(
      ["disputes", "chargebacks", "provisional credit", "identity theft"],
      ["Stride Installment Plan", "Circle Membership"],
      partners,
    ),
  },
  {
    theme: "billing",
    file: "payment-methods-policy.doc",
    name: "Payment Methods Policy.doc",
    uploadedBy: "luis",
    tags: tags(
      ["payment methods", "declined payments", "authorization", "business accounts"],
      ["Corvane Gift Card", "Stride Installment Plan"],
    ),
  },
  {
    theme: "billing",
    file: "collections-and-hardship-policy.docx",
    name: "Collections and Hardship Policy.docx",
    uploadedBy: "luis",
    tags: tags(
      ["hardship plan", "collections", "default", "settlement"],
      ["Stride Installment Plan"],
      ["Stanmore Recovery Partners", "Quillan Bank"],
      ["Colorado", "Massachusetts"],
    ),
  },
  {
    theme: "billing",
    file: "partner-settlement-manual.pdf",
    name: "Partner Settlement Manual.pdf",
    uploadedBy: "luis",
    tags: tags(["commissions", "settlement", "refunds"], ["CareCover", "Corvane Gift Card"], partners),
  },
  {
    theme: "billing",
    file: "circular-2023-07-late-fees.txt",
    name: "Circular 2023-07 Late Fees (superseded).txt",
    uploadedBy: "luis",
    tags: tags(["late fee", "grace period"], ["Stride Installment Plan"], [], ["Massachusetts"]),
  },
  {
    theme: "billing",
    file: "sales-tax-and-invoice-guide.txt",
    name: "Sales Tax and Invoice Guide.txt",
    uploadedBy: "luis",
    tags: tags(["sales tax", "invoices"], ["CareCover", "Corvane Gift Card"], partners, allStates),
    isLate: true,
  },
  {
    theme: "claims",
    file: "carecover-claims-procedure-manual.pdf",
    name: "CareCover Claims Procedure Manual.pdf",
    uploadedBy: "dana",
    tags: tags(
      ["claims", "theft", "evidence", "appeal", "fraud signs"],
      ["CareCover"],
      ["Kettleridge Assurance Company", "Fixwright Service Network"],
      ["New York", "Washington"],
    ),
  },
  {
    theme: "claims",
    file: "state-supplements-to-carecover-contracts.doc",
    name: "State Supplements to CareCover Contracts.doc",
    uploadedBy: "dana",
    tags: tags(
      ["cancellation", "late refund", "notice"],
      ["CareCover"],
      ["Kettleridge Assurance Company"],
      allStates,
    ),
  },
  {
    theme: "claims",
    file: "repair-network-service-levels.txt",
    name: "Repair Network Service Levels.txt",
    uploadedBy: "dana",
    tags: tags(
      ["repair times", "parts", "data protection"],
      ["CareCover"],
      ["Fixwright Service Network"],
      allStates,
    ),
    isLate: true,
  },
  {
    theme: "holiday",
    file: "holiday-promotion-rules-2025.txt",
    name: "Holiday Promotion Rules 2025.txt",
    uploadedBy: "dana",
    tags: tags(["bonus card", "extended returns"], ["Halyon"]),
  },
];
