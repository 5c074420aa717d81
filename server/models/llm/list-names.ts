import { z } from "zod";
import { faultOfStatus } from "./faults.ts";
import { fetchProvider } from "./fetch.ts";
import { ModelError } from "./models.ts";

/** A provider's list has a few hundred entries of a few hundred bytes. */
const longestList = 4 * 1024 * 1024;
const mostNames = 2_000;
const Name = z.string().regex(/^[\w.:/@-]{1,200}$/);

/**
 * Reads a list of models and returns their names, without malformed ones.
 * @throws ModelError
 */
export async function listNames(
  url: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
  namesIn: (reply: unknown) => unknown[],
): Promise<string[]> {
  const response = await fetchProvider(url, { headers, signal });
  const text = await readAtMost(response, longestList);
  if (!response.ok) {
    const secrets = Object.values(headers).map((value) => value.replace(/^Bearer /, ""));
    throw faultOfStatus(response.status, text, { headers: response.headers, secrets });
  }
  try {
    const names = namesIn(JSON.parse(text)).filter((name) => Name.safeParse(name).success);
    return [...new Set(names as string[])].slice(0, mostNames);
  } catch (error) {
    throw new ModelError("broken", "The provider's list of models could not be read.", { cause: error });
  }
}

/** The list format of OpenAI's protocol: `{ data: [{ id }] }`. */
export function idsIn(reply: unknown): unknown[] {
  return z
    .object({ data: z.array(z.object({ id: z.unknown() })) })
    .parse(reply)
    .data.map(({ id }) => id);
}

async function readAtMost(response: Response, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.length;
    if (read > bytes) throw new ModelError("broken", "The provider's list of models is far too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
