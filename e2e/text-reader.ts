import { expect, type Locator, type Page, type Route } from "@playwright/test";

/** A refusal without a message: the screen must provide one. */
export const refuse = (route: Route) => route.fulfill({ status: 409, json: { error: "", code: "conflict" } });

/** Looks for the texts of a part of the table and tracks those not found yet. */
export function reader(texts: readonly string[]) {
  const left = new Set(texts);
  const take = (text: string) => {
    if (!left.delete(text) && !texts.includes(text)) throw new Error(`'${text}' is not in the table`);
  };
  return {
    left,
    /** As the complete text of a visible element. */
    async see(within: Page | Locator, ...wanted: string[]) {
      for (const text of wanted) {
        await expect(within.getByText(text, { exact: true }).first(), text).toBeVisible();
        take(text);
      }
    },
    async options(select: Locator, ...wanted: string[]) {
      for (const text of wanted) {
        await expect(select.getByRole("option", { name: text, exact: true }), text).toBeAttached();
        take(text);
      }
    },
    async buttons(within: Page | Locator, ...wanted: string[]) {
      for (const name of wanted) {
        await expect(within.getByRole("button", { name, exact: true }).first(), name).toBeVisible();
        take(name);
      }
    },
    async labels(within: Page | Locator, ...wanted: string[]) {
      for (const text of wanted) {
        // a required field has an asterisk beside its name
        await expect(within.getByText(new RegExp(`^${text}( \\*)?\\s*$`)).first(), text).toBeVisible();
        await expect(within.getByLabel(text).first(), text).toBeAttached();
        take(text);
      }
    },
    async that(text: string, locator: Locator) {
      await expect(locator.first(), text).toBeVisible();
      take(text);
    },
    took: take,
  };
}
