import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readersCell } from "#reading/child/child-process.ts";
import { databaseUsers, privateUser, readerUsers } from "#reading/child/private-user.ts";
import { findOcr } from "#reading/ocr/tesseract.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { withClient } from "./client.ts";
import { startEmbedded } from "./embedded.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stdout.write("Not run as root: the walls between readers and database are not attacked.\n");

/** As code that has taken over a reader: the reader's wrapper, without Node's own permissions. */
function inReader(script: string) {
  const [command = "", ...args] = readersCell().wrapper;
  return spawnSync(command, [...args, "/bin/sh", "-c", script], { encoding: "utf8" });
}

/** The files below the folder that the reader can read or write, knowing their names. */
function taken(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  expect(paths.length).toBeGreaterThan(900);
  const [command = "", ...args] = readersCell().wrapper;
  const script = 'while read -r path; do if [ -r "$path" ] || [ -w "$path" ]; then echo "$path"; fi; done';
  const { stdout } = spawnSync(command, [...args, "/bin/sh", "-c", script], {
    encoding: "utf8",
    input: `${paths.join("\n")}\n`,
  });
  // the folder that holds the cluster shows no content
  return stdout.replace(`${join(folder, "postgres")}\n`, "");
}

test.runIf(isRoot)(
  "a reader reads nothing of the database and the server, signals and enters neither",
  async () => {
    const data = mkdtempSync(join(tmpdir(), "footnote-walls-"));
    rmSync(data, { recursive: true });
    mkdirSync(data, { mode: 0o711 });
    readConfig({ DATA_DIR: data }, []);
    const folder = join(data, "postgres");
    const server = await startEmbedded({ folder, fsync: false });
    try {
      await withClient(server.connection, (client) =>
        client.query("create table secrets as select 'Alpha' as text"),
      );
      const cluster = join(folder, "cluster");
      expect(inReader("id -u").stdout).not.toBe(String(statSync(cluster).uid));
      expect(readdirSync(data)).toContain("secret.key");
      expect(taken(data)).toBe("");
      const [postmaster] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
      expect(inReader(`kill -0 ${postmaster}`).status).not.toBe(0);
      expect(inReader(`kill -0 ${process.pid}`).status).not.toBe(0);
      expect(inReader(`cat /proc/${process.pid}/environ /proc/${postmaster}/environ`).stdout).toBe("");
      const { host = "" } = server.connection as { host?: string };
      const socket = readdirSync(host).find((name) => name.startsWith(".s.PGSQL") && !name.endsWith(".lock"));
      const enter = `require("net").connect(process.argv[1]).on("connect", () => process.exit(0)).on("error", () => process.exit(7))`;
      expect(inReader(`'${process.execPath}' -e '${enter}' '${join(host, socket ?? "")}'`).status).toBe(7);
    } finally {
      await server.stop();
      rmSync(data, { recursive: true });
    }
  },
);

test.runIf(isRoot)(
  "a folder that belongs to nobody, or to someone else's user, gets a user of its own",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "footnote-owned-"));
    const cluster = join(folder, "cluster");
    const owners = () =>
      new Set(
        [
          cluster,
          ...readdirSync(cluster, { recursive: true, encoding: "utf8" }).map((name) => join(cluster, name)),
        ]
          .map((path) => statSync(path))
          .map(({ uid, gid }) => `${uid}:${gid}`),
      );
    const run = async () => {
      const server = await startEmbedded({ folder, fsync: false });
      await withClient(server.connection, (client) => client.query("select 1"));
      await server.stop();
      return statSync(cluster).uid;
    };
    const first = await run();
    expect(first).toBeGreaterThanOrEqual(databaseUsers.from);
    expect(await run()).toBe(first);
    spawnSync("chown", ["-R", "65534:65534", cluster]);
    const second = await run();
    expect(second).toBeGreaterThanOrEqual(databaseUsers.from);
    expect(owners()).toEqual(new Set([`${second}:${second}`]));
    rmSync(folder, { recursive: true });
  },
);

test.runIf(isRoot)("an id that a process has is not private", () => {
  const id = privateUser(readerUsers) ?? 0;
  expect(privateUser(readerUsers, id)).toBe(id);
  const held = spawnSync("/bin/sh", [
    "-c",
    `setpriv --reuid ${id} --regid ${id} --clear-groups sleep 30 & until grep -q ${id} /proc/$!/status; do :; done; ` +
      `'${process.execPath}' --input-type=module -e '
        const { privateUser, readerUsers } = await import("${join(import.meta.dirname, "../../../reading/child/private-user.ts")}");
        console.log(privateUser(readerUsers, ${id}) === ${id})'; kill $!`,
  ]);
  expect(String(held.stdout).trim()).toBe("false");
});

test.runIf(isRoot && findOcr("eng") !== null)("Tesseract runs as a reader does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "footnote-ocr-"));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "tesseract"), "#!/bin/sh\ncat > /dev/null\nid -u\n", { mode: 0o755 });
  const ocr = findOcr("eng", `${folder}:${process.env.PATH}`);
  const said = await ocr?.read(Buffer.from(""), new AbortController().signal);
  expect(said?.trim()).toBe(inReader("id -u").stdout.trim());
  rmSync(folder, { recursive: true });
});
