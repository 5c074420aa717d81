import { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { openBucket } from "./bucket.ts";
import { newFileKey, type Files } from "./files.ts";
import { measure } from "./measure.ts";

/** Files in a bucket: `s3://bucket/prefix?endpoint=http://…&region=…`; credentials come from the usual AWS sources. */
export function s3Files(url: URL): Files {
  const { client, bucket, nameOf } = openBucket(url);
  return {
    async store(stream, maximum, key = newFileKey()) {
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
          // a bucket may hold other programs' objects
          .filter((key) => /^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key));
    },
    close: () => Promise.resolve(client.destroy()),
  };
}
