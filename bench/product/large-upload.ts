import { parentPort, workerData } from "node:worker_threads";
import { maximumFileBytes } from "#contract/knowledge/documents.ts";

const { url, token, theme, files } = workerData as {
  url: string;
  token: string;
  theme: number;
  files: number;
};

const form = new FormData();
for (let n = 0; n < files; n++) form.append("files", new Blob([largeText(n)]), `large ${n}.txt`);
parentPort?.once("message", () => void send());
parentPort?.postMessage("made");

async function send(): Promise<void> {
  const response = await fetch(`${url}/api/themes/${theme}/documents/bulk`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  parentPort?.postMessage("sent");
}

/** Ten megabytes of sentences over some thousand words, as in a long manual. */
function largeText(seed: number): Uint8Array<ArrayBuffer> {
  const parts: string[] = [];
  let state = seed + 1;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let size = 0; size < maximumFileBytes - 2_000;) {
    const words = Array.from({ length: 8 + next(14) }, () => `w${next(60) * next(60)}`);
    const sentence = `Members ${words.join(" ")} of the plan.${next(5) === 0 ? "\n\n" : " "}`;
    parts.push(sentence);
    size += sentence.length;
  }
  return new TextEncoder().encode(parts.join(""));
}
