import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cellFor } from "#reading/child/sandbox.ts";

export type Ocr = {
  /** The text of a PGM picture; '' if there is none. @throws if the program fails or takes too long */
  read(picture: Buffer, signal: AbortSignal): Promise<string>;
};

/** Processor time: a dense page takes 2.5 s on one core (measured); a page this slow has no text worth waiting for. */
const SECONDS_A_PAGE = 60;
/** Wall-clock time: on a busy machine a readable page may wait long for its processor time. */
const LONGEST_MS = 5 * 60_000;
const MAX_TEXT_BYTES = 1_000_000;
/**
 * Lower priority than everything else on the machine, but not so low (nice 19) that a busy hour stops it; limits of memory
 * and processor time apply to any picture.
 */
const LIMITS = `ulimit -c 0; ulimit -t ${SECONDS_A_PAGE}; ulimit -v 1500000; exec nice -n 10 "$0" "$@"`;

/** Tesseract if it is installed; null if it isn't, or if `languages` is `off`. */
export function findOcr(languages: string, path = process.env.PATH ?? ""): Ocr | null {
  const program = languages === "off" ? null : findProgram("tesseract", path);
  if (program === null || process.platform === "win32") return null;
  const tessdata = process.env.TESSDATA_PREFIX;
  const readable = [program, "/usr", "/bin", "/etc", ...(tessdata === undefined ? [] : [tessdata])];
  const args = [
    ...cellFor(readable.filter(existsSync)).wrapper,
    program,
    "stdin",
    "stdout",
    "-l",
    languages,
    "--dpi",
    "150",
  ];
  return { read: (picture, signal) => run(args, path, picture, signal) };
}

/** The languages it has data for; null where it isn't installed, or `languages` is `off`. */
export function ocrLanguages(languages: string, path = process.env.PATH ?? ""): string[] | null {
  const program = languages === "off" ? null : findProgram("tesseract", path);
  if (program === null) return null;
  const { stdout } = spawnSync(program, ["--list-langs"], { encoding: "utf8", timeout: 5_000 });
  // a heading, then a name per line
  return (stdout ?? "")
    .split("\n")
    .slice(1)
    .filter((line) => line !== "");
}

function findProgram(name: string, path: string): string | null {
  for (const folder of path.split(delimiter).filter((part) => part !== "")) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      continue;
    }
  }
  return null;
}

function run(args: string[], path: string, picture: Buffer, signal: AbortSignal): Promise<string> {
  const tessdata = process.env.TESSDATA_PREFIX;
  const child = spawn("/bin/sh", ["-c", LIMITS, ...args], {
    // one thread: more would only take the processor from questions
    env: {
      PATH: path,
      OMP_THREAD_LIMIT: "1",
      ...(tessdata === undefined ? {} : { TESSDATA_PREFIX: tessdata }),
    },
    stdio: ["pipe", "pipe", "ignore"],
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    killSignal: "SIGKILL",
  });
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_TEXT_BYTES) chunks.push(chunk);
  });
  // if it ends before it has read the picture, its exit gives the reason
  child.stdin.on("error", () => undefined);
  child.stdin.end(picture);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve(Buffer.concat(chunks).toString("utf8").replaceAll("\f", ""))
        : reject(new Error(`tesseract ended with ${code ?? "a signal"}`)),
    );
  });
}
