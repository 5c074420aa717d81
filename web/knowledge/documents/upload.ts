import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  listDocuments,
  replaceDocument,
  uploadDocuments,
  type Document,
} from "#contract/knowledge/documents.ts";
import { randomKey, toHex } from "#web/kernel/hex.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { problemOf, sendFile, UploadError } from "./send-file.ts";

export type QueueItem = {
  key: string;
  file: File;
  /** `asking`: documents have its name, and it waits to be called a version of one or another document. */
  status: "pending" | "asking" | "uploading" | "success" | "error";
  progress: number;
  message: string | null;
  /** The upload failed; a file that arrived and was refused would be refused again. */
  canRetry: boolean;
  /** The resulting document; its row in the list takes over. */
  documentId: number | null;
  /** While it asks: the newest documents with its name, and how many there are. */
  namesakes: Document[];
  namesakesInAll: number;
  /** The person's answer; null: none was needed yet. */
  becomes: Becomes | null;
};

/** The next version of a document, or another document of the same name. */
export type Becomes = Document | "another document";

type Notice = { id: number; text: string };

const unsent = { status: "pending", progress: 0, message: null, canRetry: false, documentId: null } as const;
const unasked = { namesakes: [], namesakesInAll: 0, becomes: null };

/** More documents of one name than a person compares. */
const mostNamesakes = 20;
const none = { rows: [], total: 0 };

/** How long finished uploads show their status before the documents' rows replace them, all at once: long enough to read it. */
const arrivedMs = 1_500;

const isWaiting = ({ status, canRetry }: QueueItem) =>
  status === "pending" || status === "asking" || canRetry;
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

  /** @returns whether the file arrived or asks what it is; null if the server could not take any now */
  async function sendItem(item: QueueItem): Promise<boolean | "asks" | null> {
    change(item.key, { status: "uploading", progress: 0 });
    try {
      const { rows: namesakes, total } = item.becomes === null ? await namesakesOf(themeId, item.file) : none;
      if (namesakes.length > 0) {
        change(item.key, { status: "asking", namesakes, namesakesInAll: total });
        return "asks";
      }
      const { message, documentId } = await store(themeId, item, (progress) =>
        change(item.key, { progress }),
      );
      if (message !== null) {
        change(item.key, { status: "error", message });
        return false;
      }
      change(item.key, { status: "success", progress: 1, documentId });
      if (documentId !== null) setArrived((all) => [...all, documentId]);
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
      const isArrived = await sendItem(item);
      if (isArrived === "asks") continue;
      sent += 1;
      if (isArrived) uploaded += 1;
      if (isArrived === null) break;
    }
    if (sent === 0) return;
    setTimeout(() => {
      if (queue.current.every(({ status }) => status !== "uploading"))
        keep(({ status }) => status !== "success");
    }, arrivedMs);
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
    /** Skips a file with the name and size of one already queued; a file that cannot be sent is listed with the reason. */
    add(files: File[]) {
      const refused: string[] = [];
      let next = [...queue.current];
      for (const file of files) {
        const same = next.find((item) => item.file.name === file.name && item.file.size === file.size);
        if (same !== undefined && !isRefused(same)) continue;
        const waiting = next.filter(({ status }) => status === "pending" || status === "uploading");
        const problem = problemOf(file, waiting.length, moreFormats);
        const item = { key: randomKey(), file, ...unsent, ...unasked };
        next = [
          ...next.filter((other) => other !== same),
          problem === null ? item : { ...item, status: "error", message: problem },
        ];
        if (problem !== null) refused.push(`${file.name}: ${problem}`);
      }
      put(next);
      if (refused.length > 0) toastError("Some files were rejected", refused.join(" · "));
      void uploadAll();
    },
    remove: (key: string) =>
      keep((item) => item.key !== key || (item.status !== "pending" && item.status !== "asking")),
    /** The answer of the person to a file that asks. */
    decide(key: string, becomes: Becomes) {
      change(key, { ...unsent, namesakes: [], becomes });
      void uploadAll();
    },
    retry(key: string) {
      change(key, unsent);
      void uploadAll();
    },
    clearCompleted: () => keep(({ status }) => status !== "success" && status !== "error"),
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

/** Documents of the theme with the file's name, newest first; none if one is the same file, which will be refused. */
async function namesakesOf(themeId: number, file: File): Promise<{ rows: Document[]; total: number }> {
  const request = { id: themeId, name: file.name.normalize("NFC"), page: 1, pageSize: mostNamesakes };
  const found = pageOf(await callApi(listDocuments, request));
  if (found.rows.length === 0) return found;
  // on a page that is not encrypted, browsers compute no hashes: then the server refuses the same file
  if (globalThis.crypto.subtle === undefined) return found;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  const sha256 = toHex(new Uint8Array(digest));
  return found.rows.some((document) => document.sha256 === sha256) ? none : found;
}

/** @returns the document, or why the file was refused */
async function store(
  themeId: number,
  item: QueueItem,
  onProgress: (share: number) => void,
): Promise<{ documentId: number | null; message: string | null }> {
  const { becomes } = item;
  if (becomes !== null && becomes !== "another document")
    return { documentId: (await sendFile(replaceDocument, becomes.id, item, onProgress)).id, message: null };
  const { documents, errors } = await sendFile(uploadDocuments, themeId, item, onProgress);
  return { documentId: documents[0]?.id ?? null, message: errors[0]?.error ?? null };
}
