import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  extensionsOf,
  maximumFileBytes,
  maximumFiles,
  refusalOfName,
  replaceDocument,
  tooLargeMessage,
  uploadDocuments,
} from "#contract/knowledge/documents.ts";
import type { Document } from "#contract/knowledge/documents.ts";
import type { Output } from "#contract/kernel/endpoint.ts";
import { authorization } from "#web/kernel/api.ts";
import { toast, toastError } from "#web/ui/toast.tsx";

export type QueueItem = {
  key: string;
  file: File;
  status: "pending" | "uploading" | "success" | "error";
  progress: number;
  message: string | null;
  /** The upload failed; a file that arrived and was refused would be refused again. */
  canRetry: boolean;
  /** The resulting document; its row in the list takes over. */
  documentId: number | null;
};

type Notice = { id: number; text: string };

const unsent = { status: "pending", progress: 0, message: null, canRetry: false, documentId: null } as const;

/** How long a finished upload shows its status before the document's row replaces it: long enough to read one word. */
const arrivedMs = 1_500;

/** For a file field: the extensions of the files that the theme takes. */
export const acceptedBy = (moreFormats: boolean) =>
  extensionsOf(moreFormats)
    .map((extension) => `.${extension}`)
    .join(",");

const isWaiting = ({ status, canRetry }: QueueItem) => status === "pending" || canRetry;
const isRefused = ({ status, canRetry }: QueueItem) => status === "error" && !canRetry;

/** The upload panel's queue, kept by the dialog around it. */
export type Upload = ReturnType<typeof useUpload>;

/**
 * The upload panel's queue: picked files are sent at once, one by one with progress, and are done or failed with a message
 * (docs/specification/themes.md). When the server can't be reached, the others wait.
 */
export function useUpload(themeId: number, moreFormats: boolean) {
  const [items, setItems] = useState<QueueItem[]>([]);
  const [arrived, setArrived] = useState<number[]>([]);
  const [notice, setNotice] = useState<Notice | null>(null);
  const queries = useQueryClient();
  // the queue as it is now, also for files picked while others are on their way
  const queue = useRef<QueueItem[]>([]);
  const sending = useRef<Promise<void> | null>(null);
  const put = (next: QueueItem[]) => {
    queue.current = next;
    setItems(next);
  };
  const change = (key: string, values: Partial<QueueItem>) =>
    put(queue.current.map((item) => (item.key === key ? { ...item, ...values } : item)));
  const keep = (isKept: (item: QueueItem) => boolean) => put(queue.current.filter(isKept));

  /** @returns whether the file arrived; null if the server could not take any now */
  async function sendItem(item: QueueItem): Promise<boolean | null> {
    change(item.key, { status: "uploading", progress: 0 });
    try {
      const result = await sendFile(uploadDocuments, themeId, item, (progress) =>
        change(item.key, { progress }),
      );
      const message = result.errors[0]?.error ?? null;
      const documentId = result.documents[0]?.id ?? null;
      if (message !== null) {
        change(item.key, { status: "error", message });
        return false;
      }
      change(item.key, { status: "success", progress: 1, documentId });
      if (documentId !== null) setArrived((all) => [...all, documentId]);
      setTimeout(() => keep(({ key }) => key !== item.key), arrivedMs);
      return true;
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : "Upload failed";
      change(item.key, { status: "error", message, canRetry: true });
      return failure instanceof UploadError && failure.isForAll ? null : false;
    } finally {
      await queries.invalidateQueries({ queryKey: ["documents", themeId] });
    }
  }

  function uploadAll(): Promise<void> {
    sending.current ??= sendAll().finally(() => (sending.current = null));
    return sending.current;
  }

  async function sendAll() {
    let uploaded = 0;
    let sent = 0;
    for (;;) {
      const item = queue.current.find(({ status }) => status === "pending");
      if (item === undefined) break;
      sent += 1;
      const isArrived = await sendItem(item);
      if (isArrived) uploaded += 1;
      if (isArrived === null) break;
    }
    if (sent === 0) return;
    void queries.invalidateQueries({ queryKey: ["themes"] });
    const failed = sent - uploaded;
    if (uploaded > 0) {
      const text = `${uploaded} of ${sent} files uploaded successfully`;
      setNotice({ id: toast("Upload complete", text), text });
    }
    if (failed > 0 && uploaded > 0) toastError("Some uploads failed", `${failed} files failed to upload`);
    if (failed > 0 && uploaded === 0) toastError("Upload failed", `${failed} files failed to upload`);
  }

  return {
    items,
    /** Documents added since the dialog opened. */
    arrived,
    /** The last upload's success notice. */
    notice,
    uploadAll,
    /** Skips a file with the name and size of one already queued. */
    add(files: File[]) {
      const refused: string[] = [];
      const next = [...queue.current];
      for (const file of files) {
        const waiting = next.filter(({ status }) => status === "pending" || status === "uploading");
        const problem = problemOf(file, waiting.length, moreFormats);
        if (next.some((item) => item.file.name === file.name && item.file.size === file.size)) continue;
        if (problem !== null) refused.push(`${file.name}: ${problem}`);
        else next.push({ key: crypto.randomUUID(), file, ...unsent });
      }
      put(next);
      if (refused.length > 0) toastError("Some files were rejected", refused.join(" · "));
      void uploadAll();
    },
    remove: (key: string) => keep((item) => item.key !== key || item.status !== "pending"),
    retry(key: string) {
      change(key, unsent);
      void uploadAll();
    },
    clearCompleted: () => keep(({ status }) => status === "pending" || status === "uploading"),
    /** @returns the number of files that still wait or were refused just now, once none is on its way */
    async unstored(): Promise<number> {
      const refused = new Set(queue.current.filter(isRefused));
      await sending.current;
      return queue.current.filter((item) => isWaiting(item) || (isRefused(item) && !refused.has(item)))
        .length;
    },
    /** Files that closing the dialog would lose: those on their way arrive without it. */
    unsent: items.some(({ status }) => status === "uploading") ? 0 : items.filter(isWaiting).length,
  };
}

/** `isForAll`: another file would fail too. */
class UploadError extends Error {
  readonly isForAll: boolean;
  constructor(message: string, isForAll: boolean) {
    super(message);
    this.isForAll = isForAll;
  }
}

function problemOf(file: File, pending: number, moreFormats: boolean): string | null {
  const wrongName = refusalOfName(file.name, moreFormats);
  if (wrongName !== null) return wrongName;
  if (file.size > maximumFileBytes) return tooLargeMessage;
  if (pending >= maximumFiles) return `Up to ${maximumFiles} files at once`;
  return null;
}

export function useReplaceDocument(document: Document, moreFormats: boolean) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const problem = problemOf(file, 0, moreFormats);
      return problem === null
        ? sendFile(replaceDocument, document.id, { file, key: crypto.randomUUID() }, () => undefined)
        : Promise.reject(new Error(problem));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["documents", document.themeId] }),
  });
}

/** One request per file: only XMLHttpRequest reports upload progress. */
function sendFile<E extends typeof uploadDocuments | typeof replaceDocument>(
  spec: E,
  id: number,
  { file, key }: Pick<QueueItem, "file" | "key">,
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
