import type { Context } from "./context.ts";
import { forbidden } from "#server/platform/errors.ts";

declare const allowedBrand: unique symbol;
/** A row for which a policy allowed the action. Stores' writes accept nothing else. */
export type Allowed<Row, Action extends string> = Row & { readonly [allowedBrand]: Action };

/** The row belongs to the caller's current company; a super admin outside any company acts in each. */
export function isInReach(ctx: Context, row: { company_id: number }): boolean {
  return ctx.company === null || ctx.company === row.company_id;
}

type Rules<Row> = Record<string, (ctx: Context, row: Row) => boolean>;

/**
 * The row rules of one noun. `allow` returns the row, marked, or refuses; a person without access to a row never gets
 * here, because stores return not_found outside the caller's reach.
 */
export function policyOf<Row extends object>() {
  return <const R extends Rules<Row>>(rules: R) =>
    function allow<Action extends keyof R & string>(
      ctx: Context,
      action: Action,
      row: Row,
    ): Allowed<Row, Action> {
      const rule = rules[action];
      if (rule === undefined || !rule(ctx, row)) throw forbidden();
      return row as Allowed<Row, Action>;
    };
}
