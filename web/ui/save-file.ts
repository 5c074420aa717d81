/** Saves generated content as a file in the browser. */
export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const isText = typeof content === "string";
  const url = URL.createObjectURL(new Blob([content], { type: isText ? `${type};charset=utf-8` : type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // the browser has the bytes by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
