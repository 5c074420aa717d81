import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { expect, test } from "vitest";

const source = readFileSync(join(import.meta.dirname, "metrics.ts"), "utf8");

/** Our metrics with their labels; a histogram's three series have one more, `le`. */
const own = new Map<string, string[]>(
  [...source.matchAll(/new (\w+)\(\{\s+name: "(\w+)",[^}]+?labelNames: \[([^\]]*)\]/g)].flatMap(
    ([, kind, name = "", list = ""]): [string, string[]][] => {
      const labels = [...list.matchAll(/"(\w+)"/g)].map(([, label = ""]) => label);
      if (kind !== "Histogram") return [[name, labels]];
      return ["_bucket", "_count", "_sum"].map((series) => [`${name}${series}`, [...labels, "le"]]);
    },
  ),
);
const registry = new Registry();
collectDefaultMetrics({ register: registry });
const ofProcess = registry.getMetricsAsArray().map(({ name }) => name);
/** Labels that Prometheus adds. */
const added = ["instance", "job"];

/** The series that an expression names, each with the labels that it selects. */
function seriesIn(text: string): { name: string; labels: string[] }[] {
  return [...text.matchAll(/\b((?:footnote|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", selector = ""]) => ({
      name,
      labels: [...selector.matchAll(/(\w+) *(?:!=|=~|!~|=)/g)].map(([, label = ""]) => label),
    }),
  );
}

const files = globSync("deploy/{prometheus/*.yaml,grafana/*.json}");

test.each(files)("%s names only metrics and labels that a process exposes", (file) => {
  const text = readFileSync(file, "utf8").replaceAll('\\"', '"');
  const series = seriesIn(text);
  expect(series.length).toBeGreaterThan(6);
  const known = new Map<string, string[]>([
    ...own,
    ...ofProcess.map((name): [string, string[]] => [name, []]),
  ]);
  const wrong = series.filter(
    ({ name, labels }) =>
      !known.has(name) || labels.some((label) => ![...(known.get(name) ?? []), ...added].includes(label)),
  );
  expect(wrong).toEqual([]);
});

test("every metric of ours is on the dashboard", () => {
  const shown = seriesIn(readFileSync("deploy/grafana/dashboard.json", "utf8")).map(({ name }) => name);
  const ofDashboard = new Set(shown.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")));
  const names = [...own.keys()].map((name) => name.replace(/_(?:bucket|count|sum)$/, ""));
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(names)].filter((name) => !ofDashboard.has(name))).toEqual([]);
});

test("groups and legends name only labels of their metric", () => {
  const { panels } = JSON.parse(readFileSync("deploy/grafana/dashboard.json", "utf8")) as {
    panels: { targets: { expr: string; legendFormat: string }[] }[];
  };
  const wrong = panels.flatMap(({ targets }) =>
    targets.filter(({ expr, legendFormat }) => {
      const known = seriesIn(expr).flatMap(({ name }) => [...(own.get(name) ?? []), ...added]);
      const groups = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", "));
      const legends = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      return [...groups, ...legends].some((label) => !known.includes(label));
    }),
  );
  expect(wrong).toEqual([]);
});
