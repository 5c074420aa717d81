import { S3Client } from "@aws-sdk/client-s3";

/**
 * A bucket by its URL, `s3://bucket/prefix?endpoint=http://…&region=…`; credentials come from the usual AWS sources.
 */
export function openBucket(url: URL) {
  const prefix = url.pathname.replace(/^\/|\/$/g, "");
  const endpoint = url.searchParams.get("endpoint");
  const client = new S3Client({
    region: url.searchParams.get("region") ?? "us-east-1",
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return {
    client,
    bucket: url.hostname,
    nameOf: (key: string) => (prefix === "" ? key : `${prefix}/${key}`),
  };
}
