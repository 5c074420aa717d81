import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** A real OpenSearch. */
export type TestCluster = {
  /** Of the first node. */
  url: string;
  nodes: TestNode[];
  stop(): Promise<void>;
};

type TestNode = {
  url: string;
  /** Where its indexes are on the disk. */
  data: string;
  /** Ends it at once, as a lost machine does. */
  kill(): Promise<void>;
  /** Starts it again over its own data. */
  revive(): Promise<void>;
  /** While it is paused, calls wait without an answer. */
  pause(): void;
  resume(): void;
};

const source = join(import.meta.dirname, "opensearch");
const built = join(import.meta.dirname, "../.cache/opensearch-2.19.6.0");
const fetchMs = 300_000;
const startMs = 120_000;

/**
 * Builds the node from its published modules, once per machine. @returns null, with a printed line, where Java, Maven or
 * Maven Central is missing
 */
export function openSearchProgram(): string | null {
  if (existsSync(built)) return built;
  for (const [program, version] of [
    ["javac", "-version"],
    ["mvn", "--version"],
  ] as const)
    try {
      execFileSync(program, [version], { stdio: "ignore" });
    } catch {
      return skipped(`${program} is not here`);
    }
  mkdirSync(join(built, ".."), { recursive: true });
  const folder = mkdtempSync(`${built}-`);
  try {
    cpSync(join(source, "pom.xml"), join(folder, "pom.xml"));
    for (const [goal, types, into] of [
      ["copy-dependencies", "-DexcludeTypes=zip", "lib"],
      ["unpack-dependencies", "-DincludeTypes=zip", "knn"],
    ] as const) {
      const fetch = ["-q", "-B", `dependency:${goal}`, types, `-DoutputDirectory=${join(folder, into)}`];
      execFileSync("mvn", fetch, { cwd: folder, stdio: "ignore", timeout: fetchMs });
    }
    const compile = [
      "-cp",
      join(folder, "lib/*"),
      "-d",
      join(folder, "classes"),
      join(source, "TestNode.java"),
    ];
    execFileSync("javac", compile, { stdio: "ignore" });
    // another test may have built it meanwhile
    if (!existsSync(built)) renameSync(folder, built);
    return built;
  } catch {
    return skipped("its modules could not be fetched from Maven Central");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function skipped(why: string): null {
  process.stdout.write(`Skipped: there is no OpenSearch to test with, because ${why}.\n`);
  return null;
}

/** Starts a cluster on this machine. @param count of its nodes, 512 MB of heap each and without k-NN by default */
export async function startOpenSearch(
  program: string,
  { count = 1, heapMb = 512, knn = false } = {},
): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-opensearch-"));
  const places = await Promise.all(
    Array.from({ length: count }, async (_, number) => ({
      name: `node${number}`,
      http: await freePort(),
      transport: await freePort(),
    })),
  );
  const seeds = places.map(({ transport }) => `127.0.0.1:${transport}`).join(",");
  const first = places.map(({ name }) => name).join(",");
  const running = new Map<string, ChildProcess>();

  async function start({ name, http, transport }: (typeof places)[number]): Promise<void> {
    const home = join(folder, name);
    mkdirSync(join(home, "config"), { recursive: true });
    const settings = {
      "path.home": home,
      "path.data": join(home, "data"),
      "node.name": name,
      "cluster.name": "footnote-test",
      "http.port": http,
      "transport.port": transport,
      "network.host": "127.0.0.1",
      "transport.type": "netty4",
      "http.type": "netty4",
      "cluster.routing.allocation.disk.threshold_enabled": "false",
      ...(count === 1
        ? { "discovery.type": "single-node" }
        : { "discovery.seed_hosts": seeds, "cluster.initial_cluster_manager_nodes": first }),
    };
    const options = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
    const heap = [`-Xms${heapMb}m`, `-Xmx${heapMb}m`];
    const parts = ["classes", "lib/*", ...(knn ? ["knn/*"] : [])];
    const classes = parts.map((part) => join(program, part)).join(":");
    const child = spawn("java", [...heap, "-cp", classes, "TestNode", ...options], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    running.set(name, child);
    const url = `http://127.0.0.1:${http}`;
    const until = Date.now() + startMs;
    for (;;) {
      const isThere = await fetch(`${url}/_cluster/health?timeout=1s`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere) return;
      if (child.exitCode !== null) throw new Error(`OpenSearch ended with ${child.exitCode} as it started.`);
      if (Date.now() > until) throw new Error("OpenSearch did not start in two minutes.");
      await wait(200);
    }
  }

  async function kill(name: string): Promise<void> {
    const child = running.get(name);
    if (child === undefined) return;
    running.delete(name);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  const stop = async () => {
    await Promise.all([...running.keys()].map(kill));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(places.map(start));
  } catch (error) {
    await stop();
    throw error;
  }
  const nodes = places.map((place) => ({
    url: `http://127.0.0.1:${place.http}`,
    data: join(folder, place.name, "data"),
    kill: () => kill(place.name),
    revive: () => start(place),
    pause: () => void running.get(place.name)?.kill("SIGSTOP"),
    resume: () => void running.get(place.name)?.kill("SIGCONT"),
  }));
  return { url: nodes[0]?.url ?? "", nodes, stop };
}
