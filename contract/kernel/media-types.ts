/** Media types of the kinds of files. */
export const mediaTypes = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  doc: "application/msword",
  txt: "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  html: "text/html",
  md: "text/markdown",
  eml: "message/rfc822",
  csv: "text/csv",
} as const;

/** Those that documents can have. */
export const documentTypes = Object.values(mediaTypes);
