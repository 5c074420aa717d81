import { readFileSync, writeFileSync } from "node:fs";
import { chromium, type Browser, type Page } from "@playwright/test";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import { chromiumPath } from "#testing/chromium.ts";
import { measureShift, resetShift, shiftOf } from "#testing/layout-shift.ts";
import { startModelServer } from "#testing/model-server.ts";
import type { BenchOptions } from "../options.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const document = "returns-and-refunds-policy.pdf";
const questions = [
  "How do I identify a caller who wants to change the delivery address?",
  "Within how many days may a customer return an unopened product?",
  "What is the restocking fee for an opened product?",
  "When is a refund paid?",
];
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** Fresh browsers, for the first click of a day. */
const coldBrowsers = 10;
/** Clicks on each mark of each answer after the page's renderer is loaded. */
const clicksOnEach = 5;

type Shift = { writer: "quoted" | "model"; size: keyof typeof sizes; answers: number; cls: number };
type Clicks = { clicks: "first" | "later"; number: number; p50Ms: number; p95Ms: number };

/**
 * The workbench in a real Chromium: layout shift (as defined by Core Web Vitals) from sending a question to its whole
 * answer, quoted and by a model that writes a word every 20 ms; and the time from a click on a mark to the frame that shows
 * the PDF page with the cited words highlighted.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const model = await startModelServer();
  const reply = "An unopened product may be returned within 30 days of delivery for a full refund [1].";
  model.behave({ kind: "answer", delayMs: 20, reply: () => Array(12).fill(reply).join("\n\n") });
  const product = await startProduct({
    SMART_BASE_URL: model.url,
    SMART_MODEL: "bench",
    OPENAI_API_KEY: "sk-bench-key-0001",
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const bytes = readFileSync(`seed/demo/documents/${document}`);
    const [quoted, written] = [await product.newTheme("Quoted"), await product.newTheme("Written")];
    // without a key for its model, a theme quotes
    await product.call(updateTheme, { id: quoted, name: "Quoted", modelType: "smarter" });
    for (const theme of [quoted, written]) await product.upload(theme, [{ name: document, bytes }]);
    const shifts: Shift[] = [];
    for (const size of ["wide", "phone"] as const)
      for (const [writer, theme] of [
        ["quoted", quoted],
        ["model", written],
      ] as const)
        shifts.push({
          writer,
          size,
          answers: questions.length,
          cls: await shiftWhileAnswering(browser, product, theme, size),
        });
    const clicks = await measureClicks(browser, product, quoted);
    process.stdout.write("answers, writer, window, layout shift\n");
    for (const { answers, writer, size, cls } of shifts)
      process.stdout.write(`${answers}, ${writer}, ${size}, ${cls.toFixed(4)}\n`);
    process.stdout.write("\nclicks on a mark, number, p50 ms, p95 ms to the page with highlighted words\n");
    for (const row of clicks)
      process.stdout.write(
        `${row.clicks}, ${row.number}, ${row.p50Ms.toFixed(0)}, ${row.p95Ms.toFixed(0)}\n`,
      );
    if (json !== undefined) writeFileSync(json, `${JSON.stringify({ shifts, clicks }, null, 2)}\n`);
  } finally {
    await browser.close();
    await product.stop();
    await model.close();
  }
}

/** The sum over all questions; a shift within half a second of an input counts as the user's own. */
async function shiftWhileAnswering(
  browser: Browser,
  product: Product,
  theme: number,
  size: keyof typeof sizes,
): Promise<number> {
  const page = await openWorkbench(browser, product, theme, size);
  let sum = 0;
  for (const question of questions) {
    await resetShift(page);
    await ask(page, question);
    sum += await shiftOf(page);
  }
  await page.context().close();
  return sum;
}

async function measureClicks(browser: Browser, product: Product, theme: number): Promise<Clicks[]> {
  const first: number[] = [];
  for (let round = 0; round < coldBrowsers; round += 1) {
    const page = await openWorkbench(browser, product, theme, "wide");
    await ask(page, questions[round % questions.length] ?? "");
    first.push(await clickMark(page, 0));
    await page.context().close();
  }
  const later: number[] = [];
  const page = await openWorkbench(browser, product, theme, "wide");
  for (const question of questions) {
    await ask(page, question);
    const marks = await page.getByRole("article").last().locator("sup button:visible").count();
    // the first click loads the page renderer
    if (later.length === 0) await clickMark(page, 0);
    for (let round = 0; round < clicksOnEach; round += 1)
      for (let mark = 0; mark < marks; mark += 1) later.push(await clickMark(page, mark));
  }
  await page.context().close();
  return [
    { clicks: "first", number: first.length, p50Ms: percentile(first, 0.5), p95Ms: percentile(first, 0.95) },
    { clicks: "later", number: later.length, p50Ms: percentile(later, 0.5), p95Ms: percentile(later, 0.95) },
  ];
}

/** Milliseconds from the click to the frame after the highlighted words appear on the drawn page. */
async function clickMark(page: Page, place: number): Promise<number> {
  await page.evaluate(() => {
    const isLit = () => {
      const words = window.document.querySelector("[data-testid='cited-words']");
      return words !== null && words.getBoundingClientRect().width > 0;
    };
    Object.assign(window, {
      lit: new Promise<number>((resolve) => {
        const listen = ({ timeStamp }: MouseEvent) => {
          const look = () =>
            requestAnimationFrame(() =>
              isLit() ? requestAnimationFrame(() => resolve(performance.now() - timeStamp)) : look(),
            );
          look();
        };
        window.addEventListener("click", listen, { once: true, capture: true });
      }),
    });
  });
  await page.getByRole("article").last().locator("sup button:visible").nth(place).click();
  const ms = Number(await page.evaluate("window.lit"));
  await page.keyboard.press("Escape");
  // resting on a mark opens its preview, which may cover the next one
  await page.mouse.move(0, 0);
  await page.getByTestId("cited-words").first().waitFor({ state: "detached" });
  return ms;
}

async function openWorkbench(
  browser: Browser,
  product: Product,
  theme: number,
  size: keyof typeof sizes,
): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes[size], locale: "en-US" });
  const user = await product.call(getCurrentUser);
  await context.addInitScript(
    ([token, stored]) => {
      localStorage.setItem("sessionToken", token ?? "");
      localStorage.setItem("user", stored ?? "");
    },
    [product.token, JSON.stringify(user)],
  );
  await measureShift(context);
  const page = await context.newPage();
  await page.goto(`${product.url}/agent-workbench?theme=${theme}`);
  await page.waitForLoadState("networkidle");
  return page;
}

/** Until the whole answer is shown, including its notes. */
async function ask(page: Page, question: string): Promise<void> {
  const asked = await page.getByRole("article").count();
  await page.getByPlaceholder("Type your question here...").fill(question);
  await page.keyboard.press("Enter");
  await page.getByRole("article").nth(asked).waitFor();
  await page.locator("article[aria-busy='true']").waitFor({ state: "detached", timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  // shifts are reported with the next frame
  await page.waitForTimeout(500);
}
