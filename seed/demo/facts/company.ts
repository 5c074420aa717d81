/** The company of the demo: it sells electronics under its own names in ten states, itself and through partners. */
export const company = {
  name: "Corvane Electronics",
  description: "Electronics retailer with its own extended warranty, installment plans and gift cards",
};

export const workspaces = {
  care: { name: "Customer Care", description: "Agents who answer customers by phone, email and chat" },
  billing: {
    name: "Billing Operations",
    description: "Installments, payments, disputes and partner settlement",
  },
  warranty: { name: "Warranty Services", description: "CareCover contracts, claims and the repair network" },
} as const;

export type WorkspaceKey = keyof typeof workspaces;
export const workspaceKeys = ["care", "billing", "warranty"] as const satisfies WorkspaceKey[];
