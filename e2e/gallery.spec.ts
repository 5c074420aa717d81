import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { build, preview } from "vite";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** The gallery is built separately, into a temporary folder: the shipped product doesn't contain it. */
async function startGallery(): Promise<{ address: string; stop(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), "footnote-gallery-"));
  const configFile = "vite.config.ts";
  await build({
    configFile,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, rollupOptions: { input: { gallery: "web/gallery/index.html" } } },
  });
  const server = await preview({
    configFile,
    logLevel: "error",
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  return {
    address: `${server.resolvedUrls?.local[0]}gallery/`,
    async stop() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

const sections = [
  "Buttons",
  "Fields",
  "Forms",
  "Badges",
  "Cards",
  "Tables",
  "Paging",
  "Messages",
  "Overlays",
  "Folds",
  "Loading lists",
  "Sparklines",
  "Sections",
];
// the fonts are ours; only the last bits of antialiasing may differ between browser builds
const tolerance = { maxDiffPixels: 100, animations: "disabled" } as const;

/** At the top of the page: below others, a part starts at a fraction of a pixel that depends on theirs. */
async function showOnly(page: Page, name: string): Promise<void> {
  await page.evaluate((shown) => {
    for (const part of document.querySelectorAll<HTMLElement>("main > section"))
      part.style.display = part.ariaLabel === shown ? "" : "none";
  }, name);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`every part of the design looks unchanged, ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(120_000);
    const gallery = await startGallery();
    try {
      for (const [size, width] of [
        ["wide", 1024],
        ["narrow", 390],
      ] as const) {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
          reducedMotion: "reduce",
          locale: "en-US",
        });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error") complaints.push(message.text());
        });
        await page.goto(gallery.address);
        // the machine's own monospaced font is the only one that isn't ours
        await page.addStyleTag({ content: "code { font-family: var(--ui) !important }" });
        // a font that is still unused when the page is ready would otherwise arrive during the pictures
        await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
        for (const name of size === "wide" ? sections : ["Fields", "Cards", "Tables", "Paging"]) {
          const section = page.getByRole("region", { name, exact: true });
          await showOnly(page, name);
          await expect(section).toHaveScreenshot(
            `${name}-${size}-${colorScheme}.png`.toLowerCase(),
            tolerance,
          );
        }
        await page.reload();
        await expectAccessible(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, "the gallery scrolls sideways").toBeLessThanOrEqual(0);
        if (size === "wide") {
          // states reachable only by interaction
          await page.getByRole("button", { name: "Save changes" }).first().focus();
          await page.keyboard.press("Tab");
          await page.keyboard.press("Shift+Tab");
          await expect(page.getByRole("button", { name: "Save changes" }).first()).toHaveCSS(
            "outline-style",
            "solid",
          );
          await page.getByRole("button", { name: "Show an error" }).click();
          await expect(page.getByRole("status").filter({ hasText: "Error" })).toHaveScreenshot(
            `toast-${colorScheme}.png`,
            tolerance,
          );
          await page.getByRole("button", { name: "Close this message" }).click();
          await page.getByRole("button", { name: "Open the panel" }).click();
          await expect(page.getByRole("dialog", { name: "Panel" })).toHaveScreenshot(
            `panel-${colorScheme}.png`,
            tolerance,
          );
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Ask before deleting" }).click();
          const dialog = page.getByRole("dialog", { name: "Are you sure you want to delete this theme?" });
          await expect(dialog).toHaveScreenshot(`confirm-${colorScheme}.png`, tolerance);
          await expectAccessible(page);
        }
        expect(complaints).toEqual([]);
        await context.close();
      }
    } finally {
      await gallery.stop();
    }
  });
}
