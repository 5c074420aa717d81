const kinds: Record<string, string> = {
  "application/pdf": "PDF",
  "application/msword": "Word document",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
  "text/plain": "Text file",
};

/** Display name of a file type. */
export function fileKind(fileType: string): string {
  return kinds[fileType] ?? fileType;
}
