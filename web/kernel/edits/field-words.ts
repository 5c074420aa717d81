import { sentenceCase } from "#web/ui/format.ts";

const labels: Record<string, string> = {
  isActive: "Active",
  openaiApiKey: "the Smart key",
  xaiApiKey: "the Smarter key",
  requireSecondFactor: "two-step verification",
  moreFormats: "More kinds of documents",
  workspaceId: "the primary workspace",
  workspaceIds: "the workspaces",
  themeIds: "the themes",
  breakGlassUserId: "the break-glass administrator",
};

/** A field in a sentence: "Guiding instructions". */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return labels[field] ?? sentenceCase(words);
}

export function sayValue(value: unknown): string {
  if (value === undefined) return "Not shown";
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "None";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value))
    return value.every((one) => typeof one === "string") ? value.join(", ") : `${value.length} chosen`;
  if (typeof value === "object" && "model" in value) return sayValue(value.model);
  if (typeof value === "object") return Object.values(value).map(sayValue).join(" · ");
  return String(value);
}
