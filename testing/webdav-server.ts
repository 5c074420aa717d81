import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { SaxesParser } from "saxes";

export const webdavCredentials = { WEBDAV_USER: "sync", WEBDAV_PASSWORD: "pä:ss word" };

const expected = `Basic ${Buffer.from(`${webdavCredentials.WEBDAV_USER}:${webdavCredentials.WEBDAV_PASSWORD}`).toString("base64")}`;

/** The properties that a PROPFIND names (RFC 4918, 14.20); null: the body is not one. */
function propertiesIn(body: string): string[] | null {
  const path: string[] = [];
  const names: string[] = [];
  let isWrong = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", () => (isWrong = true));
  parser.on("opentag", ({ uri, local }) => {
    path.push(uri === "DAV:" ? local : "?");
    if (path.join("/") === `propfind/prop/${local}`) names.push(local);
  });
  parser.on("closetag", () => void path.pop());
  parser.write(body).close();
  return isWrong || names.length === 0 ? null : names;
}

/** A share that holds to RFC 4918: Basic authentication, a stated finite depth, a body, and a status per property. */
export async function startWebdavServer(root: string) {
  /** By path below the root; folders follow from them. */
  const files = new Map<string, string>();
  /** Paths of folders that cannot be listed. */
  const broken = new Set<string>();
  const reads: string[] = [];
  /** In place of the next answers, each once. */
  const busy: Answer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, headers = {}, body = "" } = answerTo(request, Buffer.concat(chunks).toString("utf8"));
      response.writeHead(status, headers).end(body);
    });
  });
  type Answer = { status: number; headers?: Record<string, string>; body?: string };

  function answerTo(request: IncomingMessage, body: string): Answer {
    if (request.headers.authorization !== expected)
      return { status: 401, headers: { "www-authenticate": 'Basic realm="share"' } };
    const instead = busy.shift();
    if (instead !== undefined) return instead;
    const { pathname } = new URL(request.url ?? "/", "http://share");
    if (!decodeURIComponent(pathname).startsWith(root)) return { status: 404 };
    const path = decodeURIComponent(pathname).slice(root.length);
    if (request.method === "GET") {
      reads.push(path);
      const text = files.get(path);
      return text === undefined ? { status: 404 } : { status: 200, body: text };
    }
    if (request.method !== "PROPFIND") return { status: 405, headers: { allow: "GET, PROPFIND" } };
    const isFolder =
      path === "" || [...files.keys()].some((name) => name.startsWith(path.replace(/\/?$/, "/")));
    if (!isFolder) return { status: 404 };
    if (!pathname.endsWith("/")) return { status: 301, headers: { location: `${pathname}/` } };
    if (request.headers.depth !== "1" && request.headers.depth !== "0")
      return { status: 403, body: '<error xmlns="DAV:"><propfind-finite-depth/></error>' };
    const names = propertiesIn(body);
    if (names === null) return { status: 400 };
    if (broken.has(path)) return { status: 403 };
    const inside = request.headers.depth === "1" ? childrenOf(path) : [];
    const responses = ["", ...inside].map((child) => responseFor(`${path}${child}`, names));
    return {
      status: 207,
      headers: { "content-type": "application/xml; charset=utf-8" },
      body: `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:" xmlns:x="urn:other">${responses.join("")}</D:multistatus>`,
    };
  }

  function childrenOf(folder: string): string[] {
    const below = [...files.keys()].filter((name) => name.startsWith(folder));
    const names = below.map((name) => name.slice(folder.length).replace(/\/.*$/, "/"));
    return [...new Set(names)];
  }

  function responseFor(path: string, names: string[]): string {
    const text = files.get(path);
    // a name in Latin-1, as older file systems have them
    const href = `${root}${path}`.split("/").map(encodeURIComponent).join("/").replaceAll("%C3%BF", "%FF");
    const values: Record<string, string> =
      text === undefined
        ? { resourcetype: "<D:collection/><x:folder/>" }
        : {
            resourcetype: "",
            getcontentlength: String(Buffer.byteLength(text)),
            getetag: `"${Buffer.from(text).toString("base64url").slice(-24)}"`,
            getlastmodified: "Sun, 01 Nov 2026 10:00:00 GMT",
          };
    const has = names.filter((name) => name in values);
    const lacks = names.filter((name) => !(name in values));
    const part = (status: string, inner: string[]) =>
      inner.length === 0
        ? ""
        : `<D:propstat><D:prop>${inner.join("")}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`;
    return [
      `<D:response><D:href>${href}</D:href>`,
      part(
        "404 Not Found",
        lacks.map((name) => `<D:${name}/>`),
      ),
      part(
        "200 OK",
        has.map((name) => `<D:${name}>${values[name]}</D:${name}>`),
      ),
      "</D:response>",
    ].join("");
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${root}`,
    files,
    broken,
    reads,
    busy,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
