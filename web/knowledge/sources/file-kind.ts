import { mediaTypes } from "#contract/kernel/media-types.ts";

const names: Record<keyof typeof mediaTypes, string> = {
  pdf: "PDF",
  doc: "Word document",
  docx: "Word document",
  txt: "Text file",
  xlsx: "Excel workbook",
  pptx: "PowerPoint presentation",
  html: "Web page",
  md: "Markdown file",
  eml: "Mail",
  csv: "CSV file",
};
const kinds = new Map<string, string>(
  Object.entries(mediaTypes).map(([kind, type]) => [type, names[kind as keyof typeof mediaTypes]]),
);

/** Display name of a file type. */
export function fileKind(fileType: string): string {
  return kinds.get(fileType) ?? fileType;
}
