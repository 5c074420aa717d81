import { GetObjectCommand, NoSuchKey, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { Readable } from "node:stream";
import { collect, FileGoneError, isHidden, type Source, type SourceFile } from "../source.ts";

/**
 * A bucket, or the part below a prefix: `s3://bucket/prefix?endpoint=http://…&region=…`; credentials come from the usual
 * AWS sources. With an endpoint, the bucket is in the path, as MinIO expects.
 */
export function s3Source(url: URL): Source {
  const bucket = url.hostname;
  const folder = decodeURIComponent(url.pathname.replace(/^\/|\/$/g, ""));
  const prefix = folder === "" ? "" : `${folder}/`;
  const endpoint = url.searchParams.get("endpoint");
  const client = new S3Client({
    region: url.searchParams.get("region") ?? process.env.AWS_REGION ?? "us-east-1",
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  async function* list(): AsyncGenerator<SourceFile> {
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: prefix },
    ))
      for (const { Key = "", Size = 0, ETag = "", LastModified } of Contents) {
        const path = Key.slice(prefix.length);
        // a key that ends with a slash is how consoles draw a folder
        if (path === "" || path.endsWith("/") || isHidden(path)) continue;
        yield { path, bytes: Size, fingerprint: `${ETag} ${LastModified?.getTime() ?? 0} ${Size}` };
      }
  }
  return {
    address: `s3://${bucket}/${folder}${endpoint === null ? "" : `?endpoint=${endpoint}`}`,
    name: prefix === "" ? bucket : `${bucket}/${folder}`,
    list,
    async read(path, mostBytes) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${path}` }));
        if (!(Body instanceof Readable)) throw new Error("the bucket answered without a body");
        return await collect(Body, mostBytes);
      } catch (error) {
        if (error instanceof NoSuchKey) throw new FileGoneError(path);
        throw error;
      }
    },
  };
}
