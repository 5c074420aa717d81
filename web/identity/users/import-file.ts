import { saveSpreadsheet } from "#web/ui/spreadsheet.ts";

const header = ["Email", "First Name", "Last Name", "Role", "Workspaces"];

/** A list of users to fill in, with one sample line. */
export function saveTemplate(workspace: string): void {
  void saveSpreadsheet("users-template", "csv", [
    header,
    ["maria.rossi@example.com", "Maria", "Rossi", "Agent", workspace],
  ]);
}

/** The text of a file saved by a spreadsheet: UTF-8, or else Windows-1252. */
export async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
