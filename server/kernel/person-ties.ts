import type { Context } from "./context.ts";
import { portOf } from "./port.ts";

/** A noun's rows of a person, changed in the transaction that changes the person. */
export type PersonTies = {
  /** They stay with the person, inside the fence of another company or of none (null). */
  move?(ctx: Context, userId: number, companyId: number | null): Promise<void>;
  /** They tie the person to the company that the person leaves. */
  leave?(ctx: Context, userId: number): Promise<void>;
  /** They identify the person or their devices. */
  erase?(ctx: Context, person: ErasedPerson): Promise<void>;
};

export type ErasedPerson = {
  id: number;
  company_id: number;
  email: string;
  first_name: string;
  last_name: string;
};

/** Of every noun that has such rows. */
export const personTies = portOf<readonly PersonTies[]>("rows that belong to people");
