import type { ModelError, ModelFault } from "./models.ts";

/** Who reads the sentence, and whose key was used. */
export type Reader = { isAdmin: boolean; owner: "company" | "installation" };

/**
 * What the reader can do about a fault that waiting cannot cure, or else who can; empty for one that may pass: only then it
 * helps to ask again.
 */
export function cureOf({ fault, passes }: Pick<ModelError, "fault" | "passes">, reader: Reader): string {
  if (passes) return "";
  const { asker, cure } = cures(reader)[fault] ?? {};
  const who =
    cure === undefined
      ? null
      : isForOperator(fault, reader)
        ? `The operator of this installation must ${cure.verb} before this model can answer.`
        : reader.isAdmin
          ? `${capital(cure.verb)} ${cure.where}.`
          : `An administrator must ${cure.verb} ${cure.where} before this model can answer.`;
  return [asker, who].filter(Boolean).join(" ");
}

type Cure = {
  /** What whoever asked can do. */
  asker?: string;
  cure?: { verb: string; where: string };
};

function cures({ isAdmin }: Reader): Partial<Record<ModelFault, Cure>> {
  const models = "under Admin, Models";
  return {
    "refused-key": { cure: { verb: "enter a valid key", where: models } },
    "no-credit": { cure: { verb: "add credit to the account", where: "at the model's provider" } },
    gone: { cure: { verb: "choose another model", where: models } },
    "not-served": { cure: { verb: "choose a model of another provider", where: models } },
    refused: { cure: { verb: "check the model and its key", where: models } },
    "no-provider": { cure: { verb: "correct the provider's address", where: "" } },
    filtered: { asker: "Ask it in other words." },
    "too-long": {
      asker: isAdmin
        ? `Ask a shorter question, or choose a model that reads longer texts ${models}.`
        : "Ask a shorter question. If that does not help, an administrator can choose a model that reads longer texts.",
    },
  };
}

/** Addresses and the installation's own keys are the operator's; models are the company's. */
function isForOperator(fault: ModelFault, { owner }: Reader): boolean {
  if (fault === "no-provider") return true;
  return owner === "installation" && (fault === "refused-key" || fault === "no-credit");
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
