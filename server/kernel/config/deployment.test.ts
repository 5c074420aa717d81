import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { serveArguments } from "#testing/serve-arguments.ts";
import { Environment } from "./config.ts";

// Nothing else reads these files before they reach an operator's machine.

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Variables that Node.js and the AWS SDK read. */
const foreign = ["NODE_ENV", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

/** Names of the variables that the text sets, as matched by the pattern's group. */
function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

const compose = read("compose.yaml");
const chart = globSync("deploy/helm/footnote/templates/*", { cwd: root }).map(read).join("\n");
const unit = read("deploy/footnote.service");
const image = read("Dockerfile");

test.each([
  ["compose.yaml", namesIn(compose.slice(0, compose.indexOf("\nservices:")), /^ {4}([A-Z_]+): /gm)],
  ["the chart", namesIn(chart, /\bname: ([A-Z_]+),/g)],
  ["the chart's list of names", namesIn(/\(list ("[A-Z_" ]+)\)/.exec(chart)?.[1] ?? "", /"([A-Z_]+)"/g)],
  ["the chart's values", namesIn(read("deploy/helm/footnote/values.yaml"), /\b([A-Z]+(?:_[A-Z]+)+)\b/g)],
  ["the systemd unit", namesIn(unit, /[= ]([A-Z_]+)=/g)],
  ["the image", namesIn(/^ENV (.*)$/m.exec(image)?.[1] ?? "", /([A-Z_]+)=/g)],
])("%s sets only variables that the server reads", (_, names) => {
  expect(names.length).toBeGreaterThan(0);
  const known = [...Object.keys(Environment.shape), ...foreign];
  expect(names.filter((name) => !known.includes(name.replace(/_FILE$/, "")))).toEqual([]);
});

test("the image and the systemd unit start the server as npm run serve does", () => {
  const start = ["node", ...serveArguments];
  expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(image)?.[1] ?? "")).toEqual(start);
  expect(/^ExecStart=(.*)$/m.exec(unit)?.[1]).toBe(`/opt/footnote/node_modules/.bin/${start.join(" ")}`);
});

test("the image contains every file of ours that served code reads or imports", () => {
  const copied = namesIn(image, /^COPY ([\w./-]+) \.\//gm).concat("dist");
  const folders = ["contract", "engine", "reading", "seed", "server"];
  const sources = [...folders.map((folder) => `${folder}/**/*.ts`), "scripts/serve{.ts,/*.ts}"].flatMap(
    (files) => globSync(files, { cwd: root, exclude: ["**/*.test.ts"] }),
  );
  expect(copied).toEqual(expect.arrayContaining([...folders, "scripts"]));
  const used = sources.flatMap((path) => {
    const text = read(path);
    const joined = namesIn(text, /join\(import\.meta\.dirname, "((?:\.\.\/)+[^"]+)"\)/g);
    return [
      ...namesIn(text, /"#([^"]+)"/g).filter((name) => name.includes("/") && name.endsWith(".ts")),
      ...joined.map((name) => relative(root, join(root, dirname(path), name))),
    ];
  });
  expect(used).toContain("verifier/footnote-verify.mjs");
  const isCopied = (path: string) => copied.some((place) => path === place || path.startsWith(`${place}/`));
  expect([...new Set(used)].filter((path) => !isCopied(path))).toEqual([]);
});

test("the chart has the program's version, and the changelog a section for it", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const versions = namesIn(read("deploy/helm/footnote/Chart.yaml"), /^(?:version|appVersion): (\S+)$/gm);
  expect(versions).toEqual([version, version]);
  expect(read("CHANGELOG.md")).toMatch(new RegExp(`^## ${version.replaceAll(".", "\\.")}(?:,|$)`, "m"));
});

test("the chart's schema knows exactly the values that the chart has", () => {
  type Schema = {
    properties?: Record<string, Schema>;
    additionalProperties?: unknown;
    definitions?: Record<string, Schema>;
    $ref?: string;
  };
  const schema = JSON.parse(read("deploy/helm/footnote/values.schema.json")) as Schema;
  // two spaces for each level, and no lists: enough of YAML for this file
  const pathsOfValues: string[] = [];
  const above: string[] = [];
  for (const [, indent = "", name = ""] of read("deploy/helm/footnote/values.yaml").matchAll(
    /^( *)([\w./-]+):/gm,
  )) {
    above.length = indent.length / 2;
    above.push(name);
    pathsOfValues.push(above.join(" "));
  }
  const isFree = (path: string) =>
    /^(?:settings|ingress annotations|\w+ resources|networkPolicy \w+) /.test(path);
  const resolved = (part: Schema) => schema.definitions?.[part.$ref?.split("/").at(-1) ?? ""] ?? part;
  const pathsOf = (part: Schema, before: string[]): string[] =>
    Object.entries(resolved(part).properties ?? {}).flatMap(([name, inner]) => [
      [...before, name].join(" "),
      ...pathsOf(inner, [...before, name]),
    ]);
  // a chart that includes this one hands it its global values
  const known = pathsOf(schema, []).filter((path) => path !== "global");
  expect(known.toSorted()).toEqual(pathsOfValues.filter((path) => !isFree(path)).toSorted());
  expect(schema.additionalProperties).toBe(false);
});

test("the chart scales by metrics that the adapter's values make of ours", () => {
  const adapter = read("deploy/helm/prometheus-adapter.yaml");
  const made = namesIn(adapter, /\bas: (\w+)/g);
  const scaledBy = namesIn(
    read("deploy/helm/footnote/templates/autoscaling.yaml"),
    /metric: \{ name: (\w+) \}/g,
  );
  expect(made.toSorted()).toEqual(scaledBy.toSorted());
  const ours = namesIn(read("server/platform/metrics/metrics.ts"), /\bname: "(footnote_\w+)"/g);
  const queried = namesIn(adapter, /\b(footnote_\w+)\{/g);
  expect(queried.length).toBeGreaterThan(2);
  expect(queried.filter((name) => !ours.includes(name.replace(/_count$/, "")))).toEqual([]);
});
