import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { Demo } from "./demo.ts";
import { ask } from "#contract/answering/answers.ts";
import { send } from "#testing/call.ts";
import { signIn } from "./places.ts";

const folder = join("web", "static", "pictures");
type Size = { width: number; height: number };
const screen: Size = { width: 1120, height: 700 };
const sheet: Size = { width: 900, height: 900 };
const part: Size = { width: 720, height: 288 };
/** Text stays sharp, and a picture stays below 60 kB. */
const quality = 0.8;
const question = "When is a late fee charged on a plan account?";

/** The pictures of the public pages, from the running demo: parts of cited pages, whole pages, and four screens. */
export async function takeFrontPage(demo: Demo): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const keep = async (name: string, png: Buffer, size: Size) =>
    writeFileSync(join(folder, `${name}.webp`), await toWebp(demo.browser, png, size));
  const { page, cookieCall } = await enter(demo);
  const interactionId = await askTheDemo(demo);
  await keep("late-fee", await cookieCall(interactionId, 1), part);
  await keep("waiver", await cookieCall(interactionId, 2), part);

  await page.goto(`${demo.url}/themes?theme=2&tab=documents`);
  await page.getByRole("button", { name: "Receipt of Fee Schedule 2026.pdf" }).click();
  await page.waitForTimeout(600);
  await keep("upload", await page.screenshot(), screen);
  await page.goto(`${demo.url}/agent-workbench?theme=2`);
  await page.getByRole("region", { name: "From your documents" }).waitFor();
  await keep("learned", await page.screenshot(), screen);
  await page.getByPlaceholder("Type your question here...").fill(question);
  await page.keyboard.press("Enter");
  await page.getByText(/quoted word for word/).waitFor();
  await page.waitForLoadState("networkidle");
  await keep("asked", await page.screenshot(), screen);
  for (const [marker, name] of [
    [1, "late-fee-page"],
    [2, "waiver-page"],
  ] as const) {
    await page
      .getByRole("button", { name: `Source ${marker}`, exact: true })
      .first()
      .click();
    const words = page.getByTestId("cited-words").first();
    await words.waitFor();
    await page.waitForTimeout(600);
    await words.evaluate((mark) => mark.scrollIntoView({ block: "center" }));
    if (marker === 1) await keep("page", await page.screenshot(), screen);
    await keep(name, await page.getByRole("region", { name: /^Original page/ }).screenshot(), sheet);
  }
  await page.context().close();
}

/**
 * A signed-in administrator on a screen whose pictures are sharp at their size, and the files that its cookie may fetch.
 */
async function enter({ url, browser, person }: Demo) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  const { email, password } = person("Workspace admin");
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((at) => at.pathname !== "/login");
  const cookieCall = async (interactionId: number, marker: number): Promise<Buffer> =>
    (await context.request.get(`${url}/api/chat/${interactionId}/picture?marker=${marker}`)).body();
  return { page, cookieCall };
}

/** The front page as other sites show it beside a link (Open Graph: 1,200 by 630). */
export async function takeSocialPicture({ url, browser }: Demo): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
  });
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join("web", "static", "social.png") });
  await page.close();
}

async function askTheDemo({ url, person }: Demo): Promise<number> {
  const token = await signIn(url, person("Workspace admin"));
  const asked = { themeId: 2, userQuery: question, sessionId: "front page" };
  const { interactionId } = await send(url, token, ask, asked);
  if (interactionId === null) throw new Error(`the demo recorded no answer to '${question}'`);
  return interactionId;
}

/** A picture at a given size, cropped at its lower and right edge, as WebP: the browser encodes it. */
async function toWebp(browser: Browser, png: Buffer, size: Size): Promise<Buffer> {
  const page: Page = await browser.newPage();
  const encoded = await page.evaluate(
    async ({ source, width, height, quality: wanted }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width, height });
      const scale = Math.max(width / image.width, height / image.height);
      const context = canvas.getContext("2d");
      if (context !== null) context.imageSmoothingQuality = "high";
      context?.drawImage(image, 0, 0, image.width * scale, image.height * scale);
      return canvas.toDataURL("image/webp", wanted);
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, ...size, quality },
  );
  await page.close();
  return Buffer.from(encoded.slice(encoded.indexOf(",") + 1), "base64");
}
