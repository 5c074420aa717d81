const kinds: Record<string, string> = {
  "application/pdf": "PDF",
  "application/msword": "Word document",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
  "text/plain": "Text file",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel workbook",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint presentation",
  "text/html": "Web page",
  "text/markdown": "Markdown file",
  "message/rfc822": "Mail",
  "text/csv": "CSV file",
};

/** Display name of a file type. */
export function fileKind(fileType: string): string {
  return kinds[fileType] ?? fileType;
}
