import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export type Ocr = {
  /** The text of a PGM picture; '' when there is none. @throws when the program fails or takes too long */
  read(picture: Buffer, signal: AbortSignal): Promise<string>;
};

/** Of the processor: a dense page takes 2.5 s on one core (measured); a page this slow holds no text worth waiting for. */
const SECONDS_A_PAGE = 60;
/** By the clock: on a busy machine a page waits long for its seconds, and is no less readable for that. */
const LONGEST_MS = 5 * 60_000;
const MAX_TEXT_BYTES = 1_000_000;
/**
 * Behind everything else on the machine, but not so far (nice 19) that a busy hour stops it; memory and processor time end
 * it, whatever the picture does.
 */
const LIMITS = `ulimit -c 0; ulimit -t ${SECONDS_A_PAGE}; ulimit -v 1500000; exec nice -n 10 "$0" "$@"`;

/** Tesseract where it is installed; null where it is not, or where `languages` is `off`. */
export function findOcr(languages: string, path = process.env.PATH ?? ""): Ocr | null {
  const program = languages === "off" ? null : findProgram("tesseract", path);
  if (program === null || process.platform === "win32") return null;
  const alone = canLeaveNetwork() ? ["unshare", "-rn"] : [];
  const args = [...alone, program, "stdin", "stdout", "-l", languages, "--dpi", "150"];
  return { read: (picture, signal) => run(args, path, picture, signal) };
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

/** Tesseract opens no connection; where the kernel allows it, it could not either. */
function canLeaveNetwork(): boolean {
  return (
    process.platform === "linux" && spawnSync("unshare", ["-rn", "true"], { timeout: 2_000 }).status === 0
  );
}

function run(args: string[], path: string, picture: Buffer, signal: AbortSignal): Promise<string> {
  const tessdata = process.env.TESSDATA_PREFIX;
  const child = spawn("/bin/sh", ["-c", LIMITS, ...args], {
    // one thread: the others would only take the processor from questions
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
  // one that ends before it has read the picture says why by its exit
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
