import type { ModelType, TagGroups } from "#contract/kernel/values.ts";
import type { WorkspaceKey } from "./company.ts";
import type { PersonKey } from "./people.ts";

export type ThemeKey = "support" | "billing" | "claims" | "holiday";

type DemoTheme = {
  key: ThemeKey;
  name: string;
  purpose: string;
  guidingInstructions: string;
  modelType: ModelType;
  isActive: boolean;
  workspace: WorkspaceKey;
  madeBy: PersonKey;
  agents: PersonKey[];
  openTo: WorkspaceKey[];
  tags: TagGroups;
};

const partners = [
  "Northgate Retail Group",
  "Prairie Home Dealers",
  "Blue Mesa Distributors",
  "Delmar Wireless LLC",
  "Harborline Direct Inc",
];

/** In the order of their numbers: on an empty database the first is theme 1. */
export const themes: DemoTheme[] = [
  {
    key: "support",
    name: "Customer Support - Electronics",
    purpose:
      "Answers questions on returns, refunds, identification of customers, the limited warranty and CareCover, for agents on the phone with a customer.",
    guidingInstructions:
      "Give the time limit or the amount first, then the condition. Name the product and the state where the rule differs. Never promise an exception; say who may decide it.",
    modelType: "smart",
    isActive: true,
    workspace: "care",
    madeBy: "dana",
    agents: ["maya", "tom", "aisha", "kenji", "sofia"],
    openTo: [],
    tags: {
      distributionPartnerTags: partners,
      productTags: ["CareCover Complete Plan", "CareCover Plus Plan", "Corvane Limited Warranty"],
      topicTags: ["returns", "refunds", "restocking fee", "identification", "accidental damage"],
      stateTags: ["California", "Florida", "Massachusetts", "New York", "Ohio"],
    },
  },
  {
    key: "billing",
    name: "Billing Support",
    purpose:
      "Answers questions on the Stride Installment Plan, gift cards, fees, payment methods, disputes, sales tax and the settlement with partners.",
    guidingInstructions:
      "Quote amounts and days exactly. The circular of 2023 is superseded; use it only for fees charged before April 1, 2025. Credit decisions belong to Quillan Bank and are never explained.",
    modelType: "smarter",
    isActive: true,
    workspace: "billing",
    madeBy: "luis",
    agents: ["marcus", "elena", "maya"],
    openTo: ["care", "billing"],
    tags: {
      distributionPartnerTags: partners,
      productTags: ["Stride Installment Plan", "Corvane Gift Card", "Circle Membership"],
      topicTags: [
        "late fee",
        "grace period",
        "gift card balance",
        "chargebacks",
        "hardship plan",
        "sales tax",
      ],
      stateTags: ["California", "Colorado", "Massachusetts", "New York", "Texas"],
    },
  },
  {
    key: "claims",
    name: "Warranty Claims",
    purpose:
      "Leads claims handlers from the first notice of a CareCover claim to its repair, payment or refusal.",
    guidingInstructions:
      "Check the contract before the event. Name the supplement of the customer's state. A refusal always names its code and the way to appeal.",
    modelType: "smart",
    isActive: true,
    workspace: "warranty",
    madeBy: "dana",
    agents: ["grace", "kenji"],
    openTo: [],
    tags: {
      distributionPartnerTags: ["Kettleridge Assurance Company", "Fixwright Service Network"],
      productTags: ["CareCover Essential Plan", "CareCover Plus Plan", "CareCover Complete Plan"],
      topicTags: ["claims", "cancellation", "repair times", "theft"],
      stateTags: ["California", "Florida", "New York", "Texas", "Washington"],
    },
  },
  {
    key: "holiday",
    name: "Holiday Promotions 2025",
    purpose: "Rules of the promotions from November 2025 to January 2026. Out of use since the season ended.",
    guidingInstructions: "",
    modelType: "smart",
    isActive: false,
    workspace: "care",
    madeBy: "dana",
    agents: [],
    openTo: [],
    tags: {
      distributionPartnerTags: [],
      productTags: ["Halyon"],
      topicTags: ["bonus card", "extended returns"],
      stateTags: [],
    },
  },
];
