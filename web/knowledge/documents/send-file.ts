import {
  extensionsOf,
  maximumFileBytes,
  maximumFiles,
  refusalOfName,
  tooLargeMessage,
  type replaceDocument,
  type uploadDocuments,
} from "#contract/knowledge/documents.ts";
import type { Output } from "#contract/kernel/endpoint.ts";
import { authorization } from "#web/kernel/api.ts";

/** `isForAll`: another file would fail too. */
export class UploadError extends Error {
  readonly isForAll: boolean;
  constructor(message: string, isForAll: boolean) {
    super(message);
    this.isForAll = isForAll;
  }
}

/** For a file field: the extensions of the files that the theme takes. */
export const acceptedBy = (moreFormats: boolean) =>
  extensionsOf(moreFormats)
    .map((extension) => `.${extension}`)
    .join(",");

/** Why a file is not sent at all; `pending`: how many wait before it. */
export function problemOf(file: File, pending: number, moreFormats: boolean): string | null {
  const wrongName = refusalOfName(file.name, moreFormats);
  if (wrongName !== null) return wrongName;
  if (file.size > maximumFileBytes) return tooLargeMessage;
  if (pending >= maximumFiles) return `Up to ${maximumFiles} files at once`;
  return null;
}

/** One request per file: only XMLHttpRequest reports upload progress. `key`: of the file, however often it is sent. */
export function sendFile<E extends typeof uploadDocuments | typeof replaceDocument>(
  spec: E,
  id: number,
  { file, key }: { file: File; key: string },
  onProgress: (share: number) => void,
): Promise<Output<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", spec.path.replace(":id", String(id)));
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    // a file whose response was lost is not stored twice
    request.setRequestHeader("idempotency-key", key);
    request.responseType = "json";
    request.upload.onprogress = (event) => onProgress(event.total === 0 ? 0 : event.loaded / event.total);
    request.onerror = () =>
      reject(
        new UploadError(
          "Upload failed. The server cannot be reached. The file stays in the list; try again.",
          true,
        ),
      );
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response as Output<E>);
      const body = request.response as { error?: string } | null;
      const message = [`Upload failed: ${request.status}`, body?.error].filter(Boolean).join(". ");
      reject(new UploadError(message, request.status >= 500 || request.status === 429));
    };
    const form = new FormData();
    form.append("files", file);
    request.send(form);
  });
}
