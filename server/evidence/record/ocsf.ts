import packageJson from "#package.json" with { type: "json" };
import type { OcsfActivity, RecordEvent } from "#contract/evidence/record.ts";

/** Activities of API Activity (schema.ocsf.io, class 6003): create, read, update, delete, other. */
const activities: [number, RegExp][] = [
  [1, /\.(?:create|invite|upload|add|ask|import|bundle|begin|make-key)$/],
  [2, /\.(?:export|download|download-bundle|reveal-temp-password|read|use)$/],
  [3, /\.(?:update|change|set|tag|replace|assign-\w+|rate|review|sign-off|prefer|edit|move)$/],
  [4, /\.(?:delete|remove|remove-\w+|deactivate|end|hide)$/],
];
const statuses = { done: 1, refused: 2, failed: 2 } as const;

/**
 * An event in the Open Cybersecurity Schema Framework 1.3, API Activity; fields without an equivalent go to unmapped.
 */
export function ocsfOf(event: RecordEvent): OcsfActivity {
  const activity = activities.find(([, names]) => names.test(event.action))?.[0] ?? 99;
  const { actor } = event;
  return {
    class_uid: 6003,
    category_uid: 6,
    activity_id: activity,
    type_uid: 600_300 + activity,
    severity_id: event.result === "done" ? 1 : 3,
    time: Date.parse(event.at),
    status_id: statuses[event.result],
    status: event.result === "done" ? "Success" : "Failure",
    status_detail: event.result,
    metadata: {
      version: "1.3.0",
      uid: String(event.number),
      product: { name: "Footnote", vendor_name: "Footnote", version: packageJson.version },
    },
    actor: {
      user: {
        uid: actor.id === null ? undefined : String(actor.id),
        name: actor.name,
        type: actor.role ?? actor.type,
      },
    },
    api: { operation: event.action, request: { uid: event.requestId } },
    src_endpoint: event.address === "" ? { name: "footnote" } : { ip: event.address },
    resources: [{ type: event.target.type, uid: event.target.id }],
    unmapped: { before: event.before, after: event.after },
  };
}
