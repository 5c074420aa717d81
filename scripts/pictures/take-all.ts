import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { Demo, Person } from "./demo.ts";
import { login } from "#contract/identity/sessions.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import type { Output } from "#contract/kernel/endpoint.ts";
import { send } from "#testing/call.ts";
import { makeStages, type Stage } from "./places.ts";
import { screens, type Screen, type State } from "./screens.ts";

/** Each opens a page of its own: a screen brought about at one size need not be the one that another size opens. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** A state takes about ten seconds, in all sizes and themes. */
const stateMs = 60_000;
/** The whole page, up to a maximum height. */
const tallest = 2400;
const wentWrong = { error: "Something went wrong. Please try again.", code: "internal" };

/**
 * Every screen in every state it can have, in three sizes, light and dark:
 * `<folder>/<screen>.<state>.<width>.<scheme>.png`. Reports content wider than the window and states that could not be
 * reached.
 * @param only parts of names, to take some again; all if empty
 */
export async function takeAll(demo: Demo, folder: string, only: string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const places = await makeStages(demo.url, demo.person("Super admin"));
  for (const screen of screens)
    for (const state of screen.states ?? ["demo"]) {
      const name = `${screen.name}.${state}`;
      if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
      const place = state in places ? places[state as keyof typeof places] : null;
      const takeState = () => takeScreen(demo, screen, state, place, join(folder, name));
      // a busy machine may be too slow once: a screen in a truly unreachable state fails again
      await takeState()
        .catch(takeState)
        .catch((error: unknown) => {
          process.stdout.write(`${name}: ${String(error).split("\n")[0]}\n`);
        });
    }
}

async function takeScreen(
  demo: Demo,
  screen: Screen,
  state: State,
  place: Stage | null,
  file: string,
): Promise<void> {
  const context = await open(demo, personOf(demo, screen, place));
  // a frame or a transition that never comes fails the state instead of holding all others up
  const giveUp = setTimeout(() => void context.close(), stateMs);
  try {
    for (const size of sizes) {
      const page = await context.newPage();
      await page.setViewportSize(size);
      await bringAbout(page, state);
      if (screen.withheld !== undefined) await page.route(screen.withheld, () => undefined);
      await page.goto(demo.url + pathOf(screen, place));
      const isHeld = state === "loading" || screen.withheld !== undefined;
      await page.waitForLoadState(isHeld ? "load" : "networkidle");
      await screen.act?.(page);
      await page.waitForTimeout(600);
      await take(page, `${file}.${size.width}`);
      await page.close();
    }
  } finally {
    clearTimeout(giveUp);
    await context.close();
  }
}

function personOf(demo: Demo, screen: Screen, place: Stage | null): Person | null {
  if (screen.by === "nobody") return null;
  if (place === null || screen.by === "Super admin") return demo.person(screen.by);
  if (screen.by === "Newcomer") return place.newcomer;
  return screen.by === "Agent" ? place.agent : place.admin;
}

/** The demo's own company and first theme have the first numbers. */
function pathOf({ path }: Screen, place: Stage | null): string {
  return path
    .replace("{company}", String(place?.companyId ?? 1))
    .replace("{theme}", String(place?.themeId ?? 1));
}

async function open({ url, browser }: Demo, person: Person | null): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-US", timezoneId: "UTC" });
  if (person === null) return context;
  // the cookie authorizes pictures and downloads, the token everything else
  const signedIn = await context.request.post(url + login.path, { data: person });
  const { sessionToken: token } = (await signedIn.json()) as Output<typeof login>;
  const user = await send(url, token, getCurrentUser);
  await context.addInitScript(
    ([sessionToken, stored]) => {
      localStorage.setItem("sessionToken", sessionToken ?? "");
      localStorage.setItem("user", stored ?? "");
    },
    [token, JSON.stringify(user)],
  );
  return context;
}

/** A server that never answers reads, or fails them; it still knows the caller. */
async function bringAbout(page: Page, state: State): Promise<void> {
  if (state !== "loading" && state !== "error") return;
  await page.route(/\/api\/(?!users\/me|events|notifications)/, async (route) => {
    if (route.request().method() !== "GET") await route.continue();
    else if (state === "error") await route.fulfill({ status: 500, json: wentWrong });
  });
}

async function take(page: Page, file: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const { whole, width, beyond } = await page.evaluate(() => ({
      whole: document.documentElement.scrollHeight,
      width: document.documentElement.clientWidth,
      beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    if (beyond > 0) process.stdout.write(`${file}: ${beyond} px beyond the window\n`);
    await page.screenshot({
      path: `${file}.${colorScheme}.png`,
      fullPage: true,
      clip: { x: 0, y: 0, width, height: Math.min(whole, tallest) },
    });
  }
}

/** Waits for the other theme's colors, whose transition begins a frame after the request; spinners never end. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const onTheirWay = () =>
      document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await nextFrame();
    await nextFrame();
    for (let moving = onTheirWay(); moving.length > 0; moving = onTheirWay()) {
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await nextFrame();
    }
    await nextFrame();
  });
}
