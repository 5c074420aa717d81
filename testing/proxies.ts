import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasEnded } from "#server/platform/database/keep-running.ts";
import { freePort } from "./free-port.ts";

export type ProxyName = "nginx" | "haproxy" | "caddy" | "ingress-nginx";

export type Proxy = {
  url: string;
  /** Reads its file again while it serves, as an operator's reload does. */
  reload(): void;
  stop(): Promise<void>;
};

type Program = {
  program: string;
  /** Our file in deploy/, listening at the port without TLS and with these servers instead of its own. */
  write(port: number, servers: string[], folder: string): string;
  args(file: string): string[];
  reload: NodeJS.Signals | ((file: string) => string[]);
};

const deployed = (path: string) => readFileSync(join(import.meta.dirname, "../deploy", path), "utf8");

/** Puts one line for each server in place of the lines that match. */
function withServers(text: string, line: RegExp, servers: string[], written: (server: string) => string) {
  const found = text.match(line) ?? [];
  if (found.length !== 2) throw new Error("The file names two servers.");
  return text.replace(line, "\0").replace("\0", servers.map(written).join("\n")).replace("\0", "");
}

const nginx = (text: string, port: number, folder: string) =>
  [
    `pid ${folder}/pid; daemon off; error_log stderr error;`,
    "events { worker_connections 1024; }",
    `http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`,
    text.replace("listen 443 ssl", `listen 127.0.0.1:${port}`).replace(/^ *ssl_certificate.*$/gm, ""),
    "}",
  ].join("\n");

const serverOfNginx = (server: string) => `  server ${server} max_fails=0;`;
const programOfNginx = {
  program: "nginx",
  args: (file: string) => ["-c", file],
  reload: "SIGHUP",
} as const;

const programs: Record<ProxyName, Program> = {
  nginx: {
    ...programOfNginx,
    write: (port, servers, folder) =>
      nginx(
        withServers(deployed("nginx.conf"), /^ {2}server 127.*;$/gm, servers, serverOfNginx),
        port,
        folder,
      ),
  },
  /** Its own balancer runs only in a cluster: nginx takes the annotation's expression. */
  "ingress-nginx": {
    ...programOfNginx,
    write(port, servers, folder) {
      const [, by = ""] = /upstream-hash-by: "(.+)"$/m.exec(deployed("helm/footnote/values.yaml")) ?? [];
      const upstream = `upstream footnote { hash "${by}" consistent;\n${servers.map(serverOfNginx).join("\n")} }`;
      const server = "server { listen 443 ssl; location / { proxy_pass http://footnote; } }";
      return nginx(`${upstream}\n${server}`, port, folder);
    },
  },
  haproxy: {
    program: "haproxy",
    write: (port, servers, folder) =>
      withServers(
        deployed("haproxy.cfg"),
        /^ {2}server .*$/gm,
        servers,
        (server) => `  server at-${server.split(":")[1]} ${server}`,
      )
        .replace(/bind .*$/m, `bind 127.0.0.1:${port}`)
        .replace("global\n", `global\n  pidfile ${folder}/pid\n`),
    args: (file) => ["-W", "-f", file],
    reload: "SIGUSR2",
  },
  caddy: {
    program: "caddy",
    write: (port, servers) =>
      withServers(deployed("Caddyfile"), /^ {4}to .*$/gm, servers, (server) => `    to ${server}`)
        .replace("policies.example.com", `http://127.0.0.1:${port}`)
        .replace("\n\n", `\n\n{\n  admin 127.0.0.1:${port + 1}\n}\n\n`),
    args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
    reload: (file) => [
      "reload",
      "--adapter",
      "caddyfile",
      "--config",
      file,
      "--address",
      readFileSync(file, "utf8").match(/admin (\S+)/)?.[1] ?? "",
    ],
  },
};

/** Whether Debian's package of it is installed. */
export const isInstalled = (name: ProxyName): boolean =>
  spawnSync("sh", ["-c", `command -v ${programs[name].program}`]).status === 0;

/**
 * The real program with our file of deploy/ in front of these servers (`127.0.0.1:3001`).
 * @throws Error if it does not start
 */
export async function startProxy(name: ProxyName, servers: string[]): Promise<Proxy> {
  const { program, write, args, reload } = programs[name];
  const folder = mkdtempSync(join(tmpdir(), `footnote-${name}-`));
  const file = join(folder, "config");
  const port = await freePort();
  writeFileSync(file, write(port, servers, folder));
  const output: string[] = [];
  const child = spawn(program, args(file), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => output.push(String(part)));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    if (!hasEnded(child)) child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  for (const until = Date.now() + 20_000; !(await answers());) {
    if (hasEnded(child) || Date.now() > until) {
      await stop();
      throw new Error(`${program} did not start:\n${output.join("")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    reload() {
      if (typeof reload === "string") child.kill(reload);
      else spawn(program, reload(file), { stdio: "ignore" });
    },
    stop,
  };
}
