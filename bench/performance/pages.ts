import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { publicScreens } from "#contract/kernel/public-screens.ts";
import { chromiumPath } from "#testing/chromium.ts";
import type { BenchOptions } from "../options.ts";
import { measureScreens, type ScreenRow } from "./pages/signed-in-screens.ts";
import { startProduct } from "#testing/product.ts";

const built = join("dist", "web");
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>;
type Lighthouse = {
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string }
  >;
};

/**
 * Download size (gzip, bytes), stability and responsiveness of signed-in screens, and Lighthouse's scores of public pages.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const scripts = scriptSizes();
  for (const [name, bytes] of scripts)
    process.stdout.write(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}\n`);
  const product = await startProduct();
  const rows: Record<string, string | number>[] = [];
  let signedIn: ScreenRow[] = [];
  try {
    signedIn = await measureScreens(product);
    process.stdout.write(
      "\nsigned-in screen, CLS, ms from an input to the next frame, unthrottled / with a processor 4 times slower\n",
    );
    for (const { path, cls, acts } of signedIn)
      process.stdout.write(
        `${path}, ${cls.toFixed(3)}, ${acts.map(({ name, ms }) => `${name} ${ms.join(" / ")}`).join(", ")}\n`,
      );
    process.stdout.write(
      "\npage, performance, accessibility, best practices, SEO, LCP ms, CLS, blocking ms\n",
    );
    for (const path of [...publicScreens, "/login"]) {
      // the browser sometimes loses its own trace (NO_NAVSTART), which says nothing about the page
      const report = await judge(`${product.url}${path}`).catch(() => judge(`${product.url}${path}`));
      const scores = categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100));
      const values = ["largest-contentful-paint", "cumulative-layout-shift", "total-blocking-time"].map(
        (name) => report.audits[name]?.numericValue ?? Number.NaN,
      );
      const [lcp = 0, cls = 0, blocking = 0] = values;
      process.stdout.write(
        `${path}, ${scores.join(", ")}, ${lcp.toFixed(0)}, ${cls.toFixed(3)}, ${blocking.toFixed(0)}\n`,
      );
      for (const [name, audit] of Object.entries(report.audits))
        if (audit.score === 0 && audit.scoreDisplayMode === "binary")
          process.stdout.write(`    not met: ${name}: ${audit.title}\n`);
      rows.push({
        path,
        ...Object.fromEntries(categories.map((name, at) => [name, scores[at] ?? 0])),
        lcp,
        cls,
        blocking,
      });
    }
  } finally {
    await product.stop();
  }
  if (json !== undefined)
    writeFileSync(
      json,
      `${JSON.stringify({ scripts: Object.fromEntries(scripts), signedIn, rows }, null, 2)}\n`,
    );
}

/** Script size of the first load, of each screen with it, and of the public pages. */
function scriptSizes(): [string, number][] {
  const manifest = JSON.parse(readFileSync(join(built, ".vite", "manifest.json"), "utf8")) as Manifest;
  const sizeOf = (file: string) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
  const needed = (entry: string, found = new Set<string>()): Set<string> => {
    if (found.has(entry)) return found;
    found.add(entry);
    for (const imported of manifest[entry]?.imports ?? []) needed(imported, found);
    return found;
  };
  const total = (entries: Set<string>) =>
    [...entries].reduce((sum, entry) => sum + sizeOf(manifest[entry]?.file ?? ""), 0);
  const first = needed("index.html");
  return [
    ["signed-in entry", total(first)],
    ["public pages", total(needed("public/client.ts"))],
    ...(manifest["index.html"]?.dynamicImports ?? []).map((entry): [string, number] => [
      `entry with ${entry}`,
      total(needed(entry, new Set(first))),
    ]),
  ];
}

/** Fetched by npm for this bench alone: its hundred packages would be an eighth of the installation. */
const lighthouse = "lighthouse@13.5.0";

/** Lighthouse with its own phone emulation, in a temporary browser profile. */
async function judge(url: string): Promise<Lighthouse> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-lighthouse-"));
  const out = join(folder, "report.json");
  try {
    await new Promise<void>((resolve, reject) => {
      const run = spawn(
        "npx",
        [
          "--yes",
          lighthouse,
          url,
          "--quiet",
          "--output=json",
          `--output-path=${out}`,
          `--only-categories=${categories.join(",")}`,
          `--chrome-flags=--headless=new --no-sandbox --disable-gpu --user-data-dir=${join(folder, "profile")}`,
        ],
        { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, CHROME_PATH: chromiumPath() } },
      );
      run.once("exit", (code) =>
        code === 0 ? resolve() : reject(new Error(`Lighthouse ended with ${code}`)),
      );
    });
    return JSON.parse(readFileSync(out, "utf8")) as Lighthouse;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
