import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  maximumFileBytes,
  maximumFiles,
  replaceDocument,
  tooLargeMessage,
  uploadDocuments,
  wrongTypeMessage,
} from "#contract/documents.ts";
import type { Document } from "#contract/documents.ts";
import type { Output } from "#contract/endpoint.ts";
import { authorization } from "../api.ts";
import { toast, toastError } from "../ui/toast.tsx";

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

const extensions = /\.(pdf|txt|docx?)$/i;

/** The upload panel's queue: waiting, sent one by one with progress, done or failed with a message (docs/specification/themes.md). */
export function useUpload(themeId: number) {
  const [items, setItems] = useState<QueueItem[]>([]);
  const [arrived, setArrived] = useState<number[]>([]);
  const [notice, setNotice] = useState<Notice | null>(null);
  const queries = useQueryClient();
  const change = (key: string, values: Partial<QueueItem>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...values } : item)));

  return {
    items,
    /** Documents added since the panel opened. */
    arrived,
    /** The last upload's success notice. */
    notice,
    /** Skips a file with the name and size of one already queued. */
    add(files: File[]) {
      const refused: string[] = [];
      setItems((all) => {
        const next = [...all];
        for (const file of files) {
          const problem = problemOf(file, next.filter((item) => item.status === "pending").length);
          if (next.some((item) => item.file.name === file.name && item.file.size === file.size)) continue;
          if (problem !== null) refused.push(`${file.name}: ${problem}`);
          else next.push({ key: crypto.randomUUID(), file, ...unsent });
        }
        return next;
      });
      queueMicrotask(() => refused.length > 0 && toastError("Some files were rejected", refused.join(" · ")));
    },
    remove: (key: string) =>
      setItems((all) => all.filter((item) => item.key !== key || item.status !== "pending")),
    retry: (key: string) => change(key, unsent),
    clearCompleted: () =>
      setItems((all) => all.filter((item) => item.status === "pending" || item.status === "uploading")),
    async uploadAll() {
      const waiting = items.filter((item) => item.status === "pending");
      let uploaded = 0;
      for (const item of waiting) {
        change(item.key, { status: "uploading", progress: 0 });
        try {
          const result = await uploadOne(themeId, item.file, (progress) => change(item.key, { progress }));
          const error = result.errors[0]?.error ?? null;
          const documentId = result.documents[0]?.id ?? null;
          if (error === null) {
            uploaded += 1;
            change(item.key, { status: "success", progress: 1, documentId });
            if (documentId !== null) setArrived((all) => [...all, documentId]);
            setTimeout(() => setItems((all) => all.filter(({ key }) => key !== item.key)), arrivedMs);
          } else change(item.key, { status: "error", message: error });
        } catch (failure) {
          change(item.key, {
            status: "error",
            message: failure instanceof Error ? failure.message : "Upload failed",
            canRetry: true,
          });
        }
        await queries.invalidateQueries({ queryKey: ["documents", themeId] });
      }
      void queries.invalidateQueries({ queryKey: ["themes"] });
      const failed = waiting.length - uploaded;
      if (uploaded > 0) {
        const text = `${uploaded} of ${waiting.length} files uploaded successfully`;
        setNotice({ id: toast("Upload complete", text), text });
      }
      if (failed > 0 && uploaded > 0) toastError("Some uploads failed", `${failed} files failed to upload`);
      if (failed > 0 && uploaded === 0) toastError("Upload failed", `${failed} files failed to upload`);
    },
  };
}

function problemOf(file: File, pending: number): string | null {
  if (!extensions.test(file.name)) return wrongTypeMessage;
  if (file.size > maximumFileBytes) return tooLargeMessage;
  if (pending >= maximumFiles) return `Up to ${maximumFiles} files at once`;
  return null;
}

const uploadOne = (themeId: number, file: File, onProgress: (share: number) => void) =>
  sendFile(uploadDocuments, themeId, file, onProgress);

export function useReplaceDocument(document: Document) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const problem = problemOf(file, 0);
      return problem === null
        ? sendFile(replaceDocument, document.id, file, () => undefined)
        : Promise.reject(new Error(problem));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["documents", document.themeId] }),
  });
}

/** One request per file: only XMLHttpRequest reports upload progress. */
function sendFile<E extends typeof uploadDocuments | typeof replaceDocument>(
  spec: E,
  id: number,
  file: File,
  onProgress: (share: number) => void,
): Promise<Output<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", spec.path.replace(":id", String(id)));
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = (event) => onProgress(event.total === 0 ? 0 : event.loaded / event.total);
    request.onerror = () =>
      reject(
        new Error("Upload failed. The server cannot be reached. The file stays in the list; try again."),
      );
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response as Output<E>);
      const body = request.response as { error?: string } | null;
      reject(new Error([`Upload failed: ${request.status}`, body?.error].filter(Boolean).join(". ")));
    };
    const form = new FormData();
    form.append("files", file);
    request.send(form);
  });
}
