import type { Files } from "./files.ts";
import { folderFiles } from "./folder.ts";
import { s3Files } from "./s3.ts";

export function openFiles(config: { filesUrl: string | null; dataDir: string }): Files {
  const url = config.filesUrl ?? `file:${config.dataDir}/files`;
  if (url.startsWith("s3://")) return s3Files(new URL(url));
  if (url.startsWith("file:")) return folderFiles(url.slice("file:".length).replace(/^\/\/(?=\/)/, ""));
  throw new Error("FILES_URL must begin with file: or s3://.");
}
