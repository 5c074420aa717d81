import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { pemOf } from "../note.ts";
import { keyNameOf, nameOf, sizeOf, type Witness } from "./witness.ts";

type Lock = { mode: "GOVERNANCE" | "COMPLIANCE"; days: number };

const dayMs = 86_400_000;

/**
 * A bucket: `s3://bucket/prefix?endpoint=…&region=…`; with a lock no one can remove or replace a head before its retention
 * date.
 */
export function bucketWitness(url: URL, lock: Lock | null, now: () => Date): Witness {
  const bucket = url.hostname;
  const prefix = url.pathname.replace(/^\//, "").replace(/\/$/, "");
  const endpoint = url.searchParams.get("endpoint");
  const client = new S3Client({
    region: url.searchParams.get("region") ?? "us-east-1",
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const keyOf = (name: string) => (prefix === "" ? name : `${prefix}/${name}`);
  const put = async (name: string, text: string) => {
    const locked =
      lock === null
        ? {}
        : {
            ObjectLockMode: lock.mode,
            ObjectLockRetainUntilDate: new Date(now().getTime() + lock.days * dayMs),
            // S3 accepts locked objects only with a checksum
            ChecksumAlgorithm: "SHA256" as const,
          };
    await client
      .send(
        new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: text, IfNoneMatch: "*", ...locked }),
      )
      .catch((error: unknown) => {
        // 412: it exists already
        if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 412)
          throw error;
      });
  };
  return {
    name: `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}`,
    takes: "every head",
    mostAtOnce: 200,
    async put(heads) {
      for (const { stream, size, note, publicKey } of heads) {
        await put(keyNameOf(publicKey), pemOf(publicKey));
        await put(nameOf(stream, size), note);
      }
      return null;
    },
    reader: {
      async sizes(stream) {
        const sizes: number[] = [];
        const folder = keyOf(`${stream}/`);
        for await (const { Contents = [] } of paginateListObjectsV2(
          { client },
          { Bucket: bucket, Prefix: folder },
        ))
          for (const { Key = "" } of Contents) {
            const size = sizeOf(Key.slice(folder.length));
            if (size !== null) sizes.push(size);
          }
        return sizes.toSorted((a, b) => a - b);
      },
      async note(stream, size) {
        const found = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: keyOf(nameOf(stream, size)) }),
        );
        if (found.Body === undefined) throw new Error("the bucket answered without a body");
        return found.Body.transformToString();
      },
    },
    close: () => client.destroy(),
  };
}
