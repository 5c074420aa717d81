import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Files } from "./files.ts";
import { measure } from "./measure.ts";

/** Files in a bucket: `s3://bucket/prefix?endpoint=http://…&region=…`; credentials come the usual AWS ways. */
export function s3Files(url: URL): Files {
  const bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/|\/$/g, "");
  const endpoint = url.searchParams.get("endpoint");
  const client = new S3Client({
    region: url.searchParams.get("region") ?? "us-east-1",
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const nameOf = (key: string) => (prefix === "" ? key : `${prefix}/${key}`);
  return {
    async store(stream, maximum) {
      const id = randomUUID();
      const key = `${id.slice(0, 2)}/${id}`;
      const meter = measure(maximum);
      const upload = new Upload({ client, params: { Bucket: bucket, Key: nameOf(key), Body: meter } });
      const failed = new Promise<never>((_resolve, reject) => {
        stream.once("error", reject);
        meter.once("error", reject);
      });
      stream.pipe(meter);
      try {
        await Promise.race([upload.done(), failed]);
      } catch (error) {
        await upload.abort().catch(() => undefined);
        throw error;
      }
      return { key, ...meter.result() };
    },
    async read(key) {
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: nameOf(key) }));
      if (!(found.Body instanceof Readable)) throw new Error("the bucket answered without a body");
      return found.Body;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: nameOf(key) }));
    },
    async *list(before) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: nameOf("") });
      for await (const { Contents = [] } of pages)
        yield Contents.filter(({ LastModified }) => LastModified !== undefined && LastModified < before)
          .map(({ Key = "" }) => Key.slice(nameOf("").length))
          // a bucket may hold what others put there
          .filter((key) => /^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key));
    },
    close: () => Promise.resolve(client.destroy()),
  };
}
