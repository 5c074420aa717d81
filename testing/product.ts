import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { createCompany } from "#contract/identity/companies.ts";
import { uploadDocuments, listDocuments, getEncoding } from "#contract/knowledge/documents.ts";
import { login, acceptTerms } from "#contract/identity/sessions.ts";
import { createTheme, getTheme } from "#contract/knowledge/themes.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import type { KeyScope } from "#contract/kernel/permissions.ts";
import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import { hasEnded } from "#server/platform/database/keep-running.ts";
import { call as callOnce, formOf, rowsOf, send, succeeded } from "./call.ts";
import { freePort } from "./free-port.ts";
import { firstStart, serveArguments } from "./serve-arguments.ts";
import { raisedLimits } from "./raised-limits.ts";

const admin = { email: "bench@example.com", password: "seven green bottles" };

export type Product = {
  url: string;
  token: string;
  /** Its DATA_DIR. */
  folder: string;
  /** Makes a call as the super admin, and again when the server asks to wait. @throws if it is refused */
  call<E extends EndpointSpec>(spec: E, input?: Request<E>, form?: FormData): Promise<Output<E>>;
  newTheme(name: string): Promise<number>;
  /** A key of the theme's company for this theme. */
  newKey(themeId: number, scopes: readonly KeyScope[]): Promise<string>;
  /** Uploads files ten at a time and waits until every one is ready or failed, and encoded if there is an encoder. */
  upload(
    themeId: number,
    files: { name: string; bytes: Uint8Array }[],
  ): Promise<{ ready: number; failed: string[]; pages: number }>;
  pid(): number;
  /**
   * kill -9, of the server alone or with all its processes; then starts on the same folder. @returns ms until healthy
   */
  crash(how: "server" | "everything"): Promise<number>;
  /** Resident memory of the server and of all its children, in MiB. */
  residentMiB(): { server: number; children: number };
  /** Processor seconds used so far: by the server, by its readers, and by its database. */
  cpuSeconds(): { server: number; readers: number; database: number };
  stop(): Promise<void>;
};

/** The real program, started like `npm run serve`, on a fresh data folder and a free port, through its API only. */
export async function startProduct(
  environment: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), "footnote-bench-")),
): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startServer = () =>
    spawn(process.execPath, serveArguments, {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...firstStart(port, folder, admin),
        ...raisedLimits,
        DATABASE_URL: "",
        ...environment,
      },
    });
  let server = startServer();
  const stop = async () => {
    if (!hasEnded(server)) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  let token = "";
  const call: Product["call"] = async (spec, input, form) => {
    const reply = await callOnce(url, token, spec, input, form && { form });
    if (reply.status !== 429) return succeeded(spec, reply);
    await wait(Number(reply.headers.get("retry-after") ?? 1) * 1000);
    return call(spec, input, form);
  };
  let workspaceId = 0;
  try {
    await untilHealthy(url, () => server.exitCode);
    ({ sessionToken: token } = await send(url, null, login, admin));
    await call(acceptTerms);
    const { id: companyId } = await call(createCompany, { name: "Bench" });
    ({ id: workspaceId } = await call(createWorkspace, { name: "Bench", companyId }));
  } catch (error) {
    // a server left running would keep the database that it uses from stopping
    await stop();
    throw error;
  }
  return {
    url,
    token,
    folder,
    call,
    newTheme: async (name) => (await call(createTheme, { name, workspaceId })).id,
    async newKey(themeId, scopes) {
      const { companyId } = await call(getTheme, { id: themeId });
      const key = { companyId, name: "Bench", scopes: [...scopes], themeIds: [themeId] };
      return (await call(createApiKey, key)).secret;
    },
    async upload(themeId, files) {
      for (let from = 0; from < files.length; from += 10)
        await call(uploadDocuments, { id: themeId }, formOf(...files.slice(from, from + 10)));
      const stream = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
      const events = stream.body?.getReader();
      for (;;) {
        const documents = rowsOf(await call(listDocuments, { id: themeId }));
        if (documents.every((document) => document.status !== "processing")) {
          await events?.cancel();
          await untilEncoded(call, themeId);
          const failed = documents.filter((document) => document.status === "failed");
          return {
            ready: documents.length - failed.length,
            failed: failed.map((document) => `${document.name}: ${document.statusReason}`),
            pages: documents.reduce((sum, document) => sum + (document.pages ?? 0), 0),
          };
        }
        // polls again when the server announces a change, as a screen does
        await events?.read();
      }
    },
    pid: () => server.pid ?? 0,
    async crash(how) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      const started = how === "everything" ? descendantsOf(server.pid ?? 0) : [];
      server.kill("SIGKILL");
      for (const pid of started) killIfThere(pid);
      await ended;
      const began = performance.now();
      server = startServer();
      await untilHealthy(url, () => server.exitCode);
      return performance.now() - began;
    },
    residentMiB: () => residentOf(server.pid ?? 0),
    cpuSeconds: () => cpuOf(server.pid ?? 0),
    stop,
  };
}

async function untilHealthy(url: string, exitCode: () => number | null): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until && exitCode() === null) {
    const isUp = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await wait(50);
  }
  throw new Error("The product did not start.");
}

/** Answers by words are available before the vectors; the measurement waits for both. */
async function untilEncoded(call: Product["call"], themeId: number): Promise<void> {
  for (;;) {
    const { encoder, passages, encoded } = await call(getEncoding, { id: themeId });
    if (encoder === null || encoded >= passages) return;
    await wait(500);
  }
}

/** Reads /proc, so on Linux only; 0 elsewhere. */
function residentOf(pid: number): { server: number; children: number } {
  const own = statusOf(pid);
  if (own === null) return { server: 0, children: 0 };
  let children = 0;
  try {
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)) {
      const name = readFileSync(`/proc/${child}/comm`, "utf8");
      // PostgreSQL's processes share their memory, and they aren't part of the cost of reading
      if (!name.startsWith("postgres")) children += statusOf(Number(child)) ?? 0;
    }
  } catch {
    children += 0;
  }
  return { server: own, children };
}

function statusOf(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return null;
  }
}

/** Clock ticks per second of /proc/PID/stat; 100 on every Linux that Node runs on. */
const ticks = 100;

/** Own processor seconds of a process, and those of its reaped children. Reads /proc: 0 elsewhere. */
export function ticksOf(pid: number): { own: number; buried: number } {
  try {
    // the name in parentheses may hold any character; the fields after it are counted
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const at = (index: number) => Number(fields[index] ?? 0) / ticks;
    return { own: at(11) + at(12), buried: at(13) + at(14) };
  } catch {
    return { own: 0, buried: 0 };
  }
}

function cpuOf(pid: number): { server: number; readers: number; database: number } {
  const { own, buried } = ticksOf(pid);
  let readers = buried;
  let database = 0;
  for (const child of descendantsOf(pid)) {
    const used = ticksOf(child);
    if (/^Name:\s+postgres/m.test(statusText(child))) database += used.own + used.buried;
    else readers += used.own + used.buried;
  }
  return { server: own, readers, database };
}

export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/PPid:\s+(\d+)/.exec(statusText(Number(name)))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const under = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...under(child)]);
  return under(pid);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function statusText(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
