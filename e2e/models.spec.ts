import { updateCompany } from "#contract/identity/companies.ts";
import { admin, enter, expect, expectAccessible, expectContrast, test } from "./fixtures.ts";

const reply = "A customer may return an unopened product within 30 days of delivery [1].";
const policy =
  "Refund Policy\n\n1. Time limits\nA customer may return an unopened product within 30 days of delivery.\n";

test("an administrator chooses provider and model, enters its key, checks it, and sees the model that answered", async ({
  page,
  url,
  company,
  theme,
  model,
}) => {
  model.offer(["claude-sonnet-5", "claude-haiku-4-5"]);
  model.behave({ kind: "answer", reply: () => reply, answersAs: "claude-sonnet-5-20260801" });
  await theme("Refunds", { "Refund Policy.txt": policy });
  await enter(page, url, company.admin, "/admin?tab=models");
  const smart = page.getByRole("group", { name: "Smart", exact: true });
  await smart.getByLabel("Smart provider").selectOption("Anthropic");
  await expect(smart.getByText("Enter a key from Anthropic.")).toBeVisible();
  const save = page.getByRole("button", { name: "Save models" });
  await expect(save).toBeDisabled();
  await smart.getByRole("combobox", { name: "Smart model", exact: true }).fill("claude-sonnet-5");
  // another provider's key is refused on entry
  await smart.getByLabel("Anthropic API key").fill("sk-proj-1234567890abcdef");
  await save.click();
  await expect(smart.getByText("This key belongs to OpenAI, but the model is from Anthropic.")).toBeVisible();
  await smart.getByLabel("Anthropic API key").fill("sk-ant-1234567890abcdef");
  await save.click();
  await expect(page.getByText("Models saved")).toBeVisible();
  await expect(smart.getByText("$2.00 per million tokens read")).toBeVisible();
  await smart.getByRole("combobox", { name: "Smart model", exact: true }).click();
  const options = page.getByRole("listbox", { name: "Smart model", exact: true }).getByRole("option");
  await expect(options).toHaveText(["claude-haiku-4-5", "claude-sonnet-5"]);
  await options.last().click();
  await smart.getByRole("button", { name: "Check key of Smart" }).click();
  await expect(smart.getByText(/^claude-sonnet-5 answered as claude-sonnet-5-20260801 in /)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${url}/agent-workbench`);
  await page.getByRole("textbox").last().fill("How many days to return an unopened product?");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/sentences? confirmed in the sources/)).toBeVisible();
  await page.goto(`${url}/admin?tab=interactions`);
  await page
    .getByRole("button", { name: /^View details of interaction/ })
    .first()
    .click();
  const details = page.getByRole("dialog");
  await expect(details.getByText("claude-sonnet-5 (Anthropic)")).toBeVisible();
  await expect(details.getByText("claude-sonnet-5-20260801")).toBeVisible();
  await expect(details.getByText(/effort low, a reply by the schema of an answer$/)).toBeVisible();
});

test("a super admin adds facts about a model; its end date shows on the card, with a successor to choose", async ({
  page,
  url,
  api,
  company,
  model,
}) => {
  model.offer(["ending-model", "coming-model"]);
  const name = `ending-${crypto.randomUUID().slice(0, 8)}`;
  await api(updateCompany, { id: company.companyId, smartModel: { provider: "compatible", model: name } });
  await enter(page, url, admin, "/admin?tab=models");
  await page.getByRole("button", { name: "Add model" }).click();
  const dialog = page.getByRole("dialog", { name: "Add model" });
  await dialog.getByLabel("Provider").selectOption("OpenAI-compatible server");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Input price").fill("1.5");
  await dialog
    .getByLabel("Retires on")
    .fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10));
  await dialog.getByLabel("Successor").fill("coming-model");
  await dialog.getByLabel("temperature").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Search models by name or provider").fill(name);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("$1.50");
  await expect(row).toContainText("then coming-model");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectContrast(page);
  await page.goto(`${url}/companies?company=${company.companyId}`);
  await expect(page.getByText("model retires soon")).toBeVisible();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit Company" });
  await expect(editor.getByText(`The provider retires ${name} on`)).toBeVisible();
  await expectContrast(page);
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Use coming-model" }).click();
  await editor.getByRole("button", { name: "Update Company" }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByText("model retires soon")).toBeHidden();
});

test("an administrator gives a slow model more time; a time out of range cannot be saved", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin, "/admin?tab=models");
  const smart = page.getByRole("group", { name: "Smart", exact: true });
  await smart.getByText("Time limits of Smart").click();
  const reading = smart.getByLabel("Reading the passages, seconds, Smart");
  await expect(reading).toHaveValue("20 s");
  await reading.fill("900");
  await expect(smart.getByText("1 to 600 seconds")).toBeVisible();
  const save = page.getByRole("button", { name: "Save models" });
  await expect(save).toBeDisabled();
  await reading.fill("120");
  await smart.getByLabel("Whole answer, seconds, Smart").fill("600");
  // the field below has scrolled the page's head behind the bar
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectContrast(page);
  await save.click();
  await expect(page.getByText("Models saved")).toBeVisible();
  await page.reload();
  await smart.getByText("Time limits of Smart").click();
  await expect(reading).toHaveValue("120 s");
  await expect(smart.getByLabel("Silence, seconds, Smart")).toHaveValue("30 s");
});
