import type { Patience } from "../calls.ts";
import type { Source } from "../source.ts";

/** Loaded on demand: the client of S3 alone takes longer to load than a small folder to compare. */
const kinds: Record<string, (url: URL, patience: Patience) => Promise<Source>> = {
  "s3:": async (url) => (await import("./s3.ts")).s3Source(url),
  "http:": async (url, patience) => (await import("./webdav.ts")).webdavSource(url, patience),
  "https:": async (url, patience) => (await import("./webdav.ts")).webdavSource(url, patience),
};

/** The source at an address with a scheme; without one, a folder. */
export async function openSource(given: string, patience: Patience): Promise<Source> {
  const url = URL.canParse(given) ? new URL(given) : null;
  const open = url === null ? undefined : kinds[url.protocol];
  return url === null || open === undefined
    ? (await import("./folder.ts")).folderSource(given)
    : open(url, patience);
}
