import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readersCell, startChild } from "./child-process.ts";

/** Escape attempts from inside a reader, as code that ends with its result. */
const ways: Record<string, string> = {
  "hooks that undo the hooks, then the network": `
    const { registerHooks } = await import("node:module");
    registerHooks({ resolve: (name, context, next) => name === "node:net" ? { url: "node:net", shortCircuit: true } : next(name, context) });
    return (await import("node:net")).connect ? "net" : "nothing";`,
  "the loader behind the hooks": `return typeof process.getBuiltinModule("module")._load("net");`,
  "a second loader": `const { createRequire } = await import("node:module"); return typeof createRequire("/tmp/x.js")("net").connect;`,
  "hooks of the other kind": `const { register } = await import("node:module"); register("data:text/javascript,"); return "registered";`,
  "a database file": `const { DatabaseSync } = await import("node:sqlite"); new DatabaseSync("/tmp/footnote-escape"); return "opened";`,
  "the network": `await import("node:net"); return "net";`,
  "names on the network": `await import("node:dns"); return "dns";`,
  "a request": `await fetch("http://127.0.0.1:1"); return "fetched";`,
  "a signal to the program": `process.kill(process.ppid, 0); return "signaled";`,
  "a process": `const { spawnSync } = process.getBuiltinModule("child_process"); return String(spawnSync("true").status);`,
  "a thread": `const { Worker } = process.getBuiltinModule("worker_threads"); new Worker("0", { eval: true }); return "thread";`,
  "another file": `const { readFileSync } = await import("node:fs"); return readFileSync("/etc/hostname", "utf8");`,
  writing: `const { writeFileSync } = await import("node:fs"); writeFileSync("/tmp/footnote-escape", ""); return "written";`,
  "an addon": `process.dlopen({ exports: {} }, "/tmp/x.node"); return "addon";`,
  "the inside of Node": `return String(process.binding("fs"));`,
};

/** The output of a reader that runs this code after its limits are in place. */
async function inReader(body: string): Promise<string> {
  const code = `const out = await (async () => { ${body} })().catch((error) => "refused: " + error.message);
    process.stdout.write(String(out) + "\\n");`;
  const child = startChild(false, ["--import", `data:text/javascript,${encodeURIComponent(code)}`]);
  const { stdout } = child.process;
  if (stdout === null) throw new Error("the reader has no output");
  try {
    const [said] = (await once(stdout, "data", { signal: AbortSignal.timeout(20_000) })) as [Buffer];
    return said.toString().trim();
  } finally {
    child.kill();
  }
}

test.each(Object.entries(ways))("a reader of documents cannot access %s", async (_way, body) => {
  expect(await inReader(body)).toMatch(/^refused: /);
});

test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "as root, the system confines a reader: no capabilities, no new privileges, no network device but its own loopback",
  async () => {
    expect(readersCell().holds).toEqual(
      expect.arrayContaining(["no capabilities", "no new privileges", "no network"]),
    );
    const child = startChild(false);
    try {
      const pid = child.process.pid ?? 0;
      await expect
        .poll(() => readFileSync(`/proc/${pid}/status`, "utf8"), { timeout: 10_000 })
        .toMatch(/CapEff:\s+0000000000000000/);
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      expect(status).toMatch(/NoNewPrivs:\s+1/);
      expect(status).toMatch(/CapBnd:\s+0000000000000000/);
      if (readersCell().holds.includes("a user of its own"))
        expect(status).toMatch(/Uid:\s+6(?:09|1[01])\d\d\s/);
      const devices = readFileSync(`/proc/${pid}/net/dev`, "utf8").match(/^\s*(\w+):/gm) ?? [];
      expect(devices.map((line) => line.trim())).toEqual(["lo:"]);
    } finally {
      child.kill();
    }
  },
);

test.runIf(readersCell().holds.includes("no files but its own"))(
  "where the system has Landlock, a reader sees no other file, even without Node's permissions",
  () => {
    const [command = "", ...args] = readersCell().wrapper;
    const read = (path: string) =>
      spawnSync(
        command,
        [...args, process.execPath, "-e", "require('fs').readFileSync(process.argv[1])", path],
        {
          encoding: "utf8",
        },
      );
    expect(read("/etc/hostname").stderr).toContain("EACCES");
    expect(read(join(import.meta.dirname, "cell.ts")).status).toBe(0);
  },
);
