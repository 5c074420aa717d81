import { callAgain, type Patience } from "../calls.ts";
import { collect, FileGoneError, isHidden, withoutName, type Source, type SourceFile } from "../source.ts";
import { readMultistatus } from "./multistatus.ts";

const wanted = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/><getlastmodified/></prop></propfind>`;

/** Longest list of one folder. */
const mostListBytes = 64 * 1024 * 1024;

/**
 * A WebDAV share (RFC 4918) by its http or https address, with WEBDAV_USER and WEBDAV_PASSWORD for Basic
 * authentication. Folders are listed one by one: many servers refuse `Depth: infinity`.
 */
export function webdavSource(url: URL, patience: Patience, environment = process.env): Source {
  const root = new URL(url);
  root.search = "";
  root.hash = "";
  if (root.username !== "" || root.password !== "")
    throw new Error(
      "Give the share's user and password as WEBDAV_USER and WEBDAV_PASSWORD, not in its address.",
    );
  if (!root.pathname.endsWith("/")) root.pathname += "/";
  const { WEBDAV_USER: user, WEBDAV_PASSWORD: password = "" } = environment;
  const headers: Record<string, string> =
    user === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };

  const call = (address: URL, init: RequestInit) =>
    // one that is followed would carry the password elsewhere
    callAgain("the WebDAV server", address, { ...init, redirect: "manual" }, patience);

  async function* listBelow(folder: URL): AsyncGenerator<SourceFile> {
    const response = await call(folder, {
      method: "PROPFIND",
      headers: { ...headers, depth: "1", "content-type": "application/xml; charset=utf-8" },
      body: wanted,
    });
    if (response.status !== 207 || response.body === null)
      throw new Error(`the WebDAV server answered ${response.status} for ${folder.pathname}`);
    const body = (await collect(response.body, mostListBytes)).toString("utf8");
    for (const { href, isCollection, bytes, etag, modified } of readMultistatus(body)) {
      const address = new URL(href, folder);
      if (isCollection && !address.pathname.endsWith("/")) address.pathname += "/";
      // the folder itself, and what is not below it
      if (address.origin !== root.origin || !isBelow(address, folder)) continue;
      const written = address.pathname.slice(root.pathname.length);
      const path = decoded(written);
      if (isHidden(path ?? written)) continue;
      if (isCollection) yield* listBelow(address);
      else if (path === null) yield withoutName(written);
      else yield { path, bytes, fingerprint: `${etag} ${modified} ${bytes}` };
    }
  }
  return {
    address: root.href,
    name: decodeURIComponent(`${root.host}${root.pathname.replace(/\/$/, "")}`),
    list: () => listBelow(root),
    async read(path, mostBytes) {
      const address = new URL(path.split("/").map(encodeURIComponent).join("/"), root);
      const response = await call(address, { headers });
      if (response.status === 404 || response.status === 410) throw new FileGoneError(path);
      if (!response.ok || response.body === null)
        throw new Error(`the WebDAV server answered ${response.status} for ${address.pathname}`);
      return collect(response.body, mostBytes);
    },
  };
}

/** Null: its bytes are no text. */
function decoded(written: string): string | null {
  try {
    return decodeURIComponent(written);
  } catch {
    return null;
  }
}

function isBelow(address: URL, folder: URL): boolean {
  return address.pathname.startsWith(folder.pathname) && address.pathname !== folder.pathname;
}
