import type { KeyScope, widgetScope } from "#contract/kernel/permissions.ts";

/** Each scope's permissions, worded for the person granting it. */
export const scopeNames: Record<KeyScope, { name: string; means: string }> = {
  "theme:ask": { name: "Ask questions", means: "Ask the themes below; every answer is recorded" },
  "source:read": { name: "Read sources", means: "Find passages and open cited pages" },
  "theme:list": { name: "List themes", means: "See the names and purposes of the themes below" },
  "history:read": { name: "Read its answers", means: "Fetch its own answers again, with corrections" },
  "document:list": { name: "Track documents", means: "See documents and whether they are ready" },
  "approved-answer:list": {
    name: "Read approved answers",
    means: "See the approved answers of the themes below, with their sources",
  },
  "approved-answer:edit": {
    name: "Propose approved answers",
    means: "Write, change, suspend and end approved answers; a person approves what it wrote",
  },
  "document:upload": { name: "Upload documents", means: "Add files to the themes below" },
  "document:replace": {
    name: "Keep documents in step",
    means: "Add files under its own names, and replace these by new versions",
  },
  "document:delete": { name: "Delete documents", means: "Remove documents from all future answers" },
};

/** What a key in the list can do, the key of a widget included. */
export const carriedNames: Record<KeyScope | typeof widgetScope, string> = {
  ...(Object.fromEntries(Object.entries(scopeNames).map(([scope, { name }]) => [scope, name])) as Record<
    KeyScope,
    string
  >),
  "widget:ask": "Answer visitors of websites",
};
