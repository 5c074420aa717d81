import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

const accessKey = "AKIDEXAMPLE";
const secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
export const bucketCredentials = { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
/** RFC 3986, as AWS encodes keys and parameters. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;");

/** Why AWS would refuse the request's signature (version 4); null: it is right. */
function faultOf(request: IncomingMessage, body: Buffer): string | null {
  const { authorization = "", ...headers } = request.headers;
  const [, credential = "", signed = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const [key, day = "", region = "", service = "", end] = credential.split("/");
  if (key !== accessKey || service !== "s3" || end !== "aws4_request") return "InvalidAccessKeyId";
  const names = signed.split(";");
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.includes(name)))
    return "AccessDenied";
  const at = String(headers["x-amz-date"]);
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!at.startsWith(day) || !(Math.abs(Date.now() - time) < 900_000)) return "RequestTimeTooSkewed";
  const stated = String(headers["x-amz-content-sha256"]);
  if (stated !== "UNSIGNED-PAYLOAD" && stated !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const url = new URL(request.url ?? "/", "http://bucket");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const path = url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const lines = names
    .map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, " ")}\n`)
    .join("");
  const canonical = [request.method, path, query, lines, signed, stated].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), "s3"), "aws4_request");
  const right = hmac(signingKey, toSign);
  return timingSafeEqual(right, Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}

/** A bucket in the path of a server, as MinIO has it, that lists two objects at a time and verifies each signature. */
export async function startSignedBucket(bucket: string) {
  const objects = new Map<string, Buffer>();
  const reads: string[] = [];
  const server = createServer((request, response) => {
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { "content-type": "application/xml" })
        .end(`<Error><Code>${code}</Code></Error>`);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const fault = faultOf(request, Buffer.concat(chunks));
      if (fault !== null) return void refuse(403, fault);
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://bucket");
      const [, name, ...rest] = decodeURIComponent(pathname).split("/");
      if (name !== bucket) return void refuse(404, "NoSuchBucket");
      if (request.method !== "GET") return void refuse(405, "MethodNotAllowed");
      const key = rest.join("/");
      if (key !== "") {
        reads.push(key);
        const found = objects.get(key);
        if (found === undefined) refuse(404, "NoSuchKey");
        else response.writeHead(200, { "content-length": found.length, etag: `"${md5(found)}"` }).end(found);
        return;
      }
      if (searchParams.get("list-type") !== "2") return void refuse(400, "InvalidArgument");
      const after = searchParams.get("continuation-token") ?? "";
      const keys = [...objects.keys()]
        .toSorted()
        .filter((one) => one.startsWith(searchParams.get("prefix") ?? "") && one > after);
      const shown = keys.slice(0, 2);
      const next =
        keys.length > 2 ? `<NextContinuationToken>${escape(shown[1] ?? "")}</NextContinuationToken>` : "";
      const rows = shown.map((one) => {
        const bytes = objects.get(one) ?? Buffer.alloc(0);
        return `<Contents><Key>${escape(one)}</Key><LastModified>2026-11-01T10:00:00.000Z</LastModified><ETag>&quot;${md5(bytes)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
      });
      response
        .writeHead(200, { "content-type": "application/xml" })
        .end(
          `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${next !== ""}</IsTruncated>${next}${rows.join("")}</ListBucketResult>`,
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    /** Keys of the objects read so far. */
    reads,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
