import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { callAgain, reasonOf, type Patience } from "./calls.ts";

const Listed = z.object({
  id: z.number(),
  externalId: z.string().nullable(),
  sha256: z.string(),
  etag: z.string(),
});
export type Listed = z.output<typeof Listed>;
const Page = z.object({ documents: z.array(Listed), next: z.number().nullable() });
const Put = z.object({ outcome: z.enum(["created", "replaced", "linked", "unchanged"]) });
const Problem = z.object({ detail: z.string(), code: z.string() });

/** The server's answer to a call that it refused. */
export class RefusedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export class UnreachableError extends Error {}

export type Target = ReturnType<typeof openTarget>;
type TargetOptions = Patience & { url: string; key: string; themeId: number };

/** The documents of a theme, through `/api/v1/documents`. */
export function openTarget({ url, key, themeId, signal, told }: TargetOptions) {
  const at = (query: Record<string, string>) => {
    const address = new URL("/api/v1/documents", url);
    address.search = new URLSearchParams({ themeId: String(themeId), ...query }).toString();
    return address;
  };

  /** Each call can be repeated: what was done already is unchanged, or absent. */
  async function call(method: string, address: URL, more: RequestInit = {}): Promise<Response> {
    const headers = { ...(more.headers as Record<string, string>), authorization: `Bearer ${key}` };
    const init = { ...more, method, headers };
    const response = await callAgain("the server", address, init, { signal, told }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw new UnreachableError(`the server cannot be reached: ${reasonOf(error)}`);
      },
    );
    if (response.status >= 300) throw await refusalOf(response);
    await waitForWindow(response.headers);
    return response;
  }

  /** Nothing is left in this window of the limit: the next call would be refused. */
  async function waitForWindow(headers: Headers): Promise<void> {
    const [, left, seconds] = /;r=(\d{1,9});t=(\d{1,9})/.exec(headers.get("ratelimit") ?? "") ?? [];
    if (left !== "0") return;
    told(`waiting ${seconds} s: the limit of calls is used up`);
    await setTimeout(Number(seconds) * 1000, undefined, { signal });
  }

  return {
    async *list(): AsyncGenerator<Listed> {
      let cursor: number | null = null;
      do {
        const query: Record<string, string> = {
          pageSize: "200",
          ...(cursor === null ? {} : { cursor: String(cursor) }),
        };
        const page: z.output<typeof Page> = Page.parse(await (await call("GET", at(query))).json());
        yield* page.documents;
        cursor = page.next;
      } while (cursor !== null);
    },
    /** `formerly`: the name that the document had before. @throws RefusedError if the file was not taken */
    async put(externalId: string, fileName: string, bytes: Buffer, formerly: string | null) {
      const body = new FormData();
      body.append("file", new Blob([new Uint8Array(bytes)]), fileName);
      const query = { externalId, ...(formerly === null ? {} : { formerly }) };
      return Put.parse(await (await call("PUT", at(query), { body })).json()).outcome;
    },
    /** @returns false if the document has another version by now; true also if it is gone already */
    async remove(externalId: string, etag: string): Promise<boolean> {
      try {
        await (await call("DELETE", at({ externalId }), { headers: { "if-match": etag } })).body?.cancel();
        return true;
      } catch (error) {
        if (error instanceof RefusedError && error.status === 404) return true;
        if (error instanceof RefusedError && error.status === 412) return false;
        throw error;
      }
    },
  };
}

async function refusalOf(response: Response): Promise<RefusedError> {
  const text = await response.text();
  let detail = `the server answered ${response.status}`;
  try {
    detail = Problem.parse(JSON.parse(text)).detail;
  } catch {
    // a proxy's page
  }
  return new RefusedError(response.status, detail);
}
