import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The part of S3's protocol that stores, reads, lists and removes objects, over real HTTP. */
export async function startBucketServer(): Promise<{
  url: string;
  objects: Map<string, Buffer>;
  close(): Promise<void>;
}> {
  const objects = new Map<string, Buffer>();
  const stored = new Map<string, string>();
  const server = createServer((request, response) => {
    const key = decodeURIComponent(new URL(request.url ?? "/", "http://bucket").pathname);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "PUT") {
        stored.set(key, new Date().toISOString());
        objects.set(
          key,
          unframed(
            Buffer.concat(chunks),
            request.headers["content-encoding"] ?? request.headers["x-amz-content-sha256"],
          ),
        );
        response.writeHead(200, { etag: '"1"' }).end();
      } else if (request.method === "DELETE") {
        objects.delete(key);
        response.writeHead(204).end();
      } else {
        const { searchParams } = new URL(request.url ?? "/", "http://bucket");
        if (searchParams.get("list-type") === "2") {
          const prefix = `${key.replace(/\/$/, "")}/${searchParams.get("prefix") ?? ""}`;
          const rows = [...objects.keys()]
            .filter((name) => name.startsWith(prefix))
            .map(
              (name) =>
                `<Contents><Key>${name.slice(key.replace(/\/$/, "").length + 1)}</Key><LastModified>${stored.get(name)}</LastModified></Contents>`,
            );
          response
            .writeHead(200, { "content-type": "application/xml" })
            .end(`<ListBucketResult><IsTruncated>false</IsTruncated>${rows.join("")}</ListBucketResult>`);
          return;
        }
        const found = objects.get(key);
        if (found === undefined)
          response
            .writeHead(404, { "content-type": "application/xml" })
            .end("<Error><Code>NoSuchKey</Code></Error>");
        else response.writeHead(200, { "content-length": found.length }).end(found);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The SDK may send a body in signed chunks: 'size;signature CRLF bytes CRLF'. */
function unframed(body: Buffer, encoding: string | string[] | undefined): Buffer {
  if (!String(encoding).includes("aws-chunked") && !String(encoding).includes("STREAMING")) return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const line = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.subarray(at, line).toString(), 16);
    if (!(size > 0)) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
