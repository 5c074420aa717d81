import { scimPath, urns, type ScimGroup, type ScimUser } from "#contract/identity/scim.ts";
import type { Context } from "#server/kernel/context.ts";
import type { GroupRow } from "./group-store.ts";
import type { PersonRow } from "./store.ts";

export function locationOf(ctx: Context, kind: string, id: number): string {
  return `${ctx.services.config.publicUrl}${scimPath}/${kind}/${id}`;
}

function metaOf(
  ctx: Context,
  type: "User" | "Group",
  row: { id: number; created_at: Date; updated_at: Date },
) {
  return {
    resourceType: type,
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location: locationOf(ctx, `${type}s`, row.id),
  };
}

export function presentPerson(ctx: Context, row: PersonRow): ScimUser {
  const whole = `${row.first_name} ${row.last_name}`.trim();
  return {
    schemas: [urns.user],
    id: String(row.id),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    ...(whole === ""
      ? {}
      : {
          name: {
            ...(row.first_name === "" ? {} : { givenName: row.first_name }),
            ...(row.last_name === "" ? {} : { familyName: row.last_name }),
          },
        }),
    displayName: whole === "" ? row.email : whole,
    emails: [{ value: row.email, type: "work", primary: true }],
    active: row.is_active,
    groups: row.groups.map(({ id, name }) => ({
      value: String(id),
      display: name,
      $ref: locationOf(ctx, "Groups", id),
    })),
    meta: metaOf(ctx, "User", row),
  };
}

export function presentGroup(ctx: Context, row: GroupRow, members: number[] | null): ScimGroup {
  return {
    schemas: [urns.group],
    id: String(row.id),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    ...(members === null
      ? {}
      : {
          members: members.map((id) => ({
            value: String(id),
            type: "User",
            $ref: locationOf(ctx, "Users", id),
          })),
        }),
    meta: metaOf(ctx, "Group", row),
  };
}

type Choice = { attributes?: string | undefined; excludedAttributes?: string | undefined };

/** Whether a response includes an attribute: all by default. */
export function isWanted({ attributes, excludedAttributes }: Choice, name: string): boolean {
  const named = (list: string) =>
    list
      .split(",")
      // without its schema's URN
      .map((entry) =>
        entry
          .slice(entry.lastIndexOf(":") + 1)
          .trim()
          .toLowerCase(),
      )
      .some((entry) => entry === name.toLowerCase() || entry.startsWith(`${name.toLowerCase()}.`));
  if (attributes !== undefined && attributes.trim() !== "") return named(attributes);
  return !named(excludedAttributes ?? "");
}

/** The resource with the requested attributes; its identity is always included. */
export function chosenOf<Resource extends { schemas: string[]; id: string }>(
  resource: Resource,
  choice: Choice,
): Resource {
  const entries = Object.entries(resource).filter(
    ([name]) => ["schemas", "id"].includes(name) || isWanted(choice, name),
  );
  return Object.fromEntries(entries) as Resource;
}

export function listAnswer<Resource>(
  Resources: Resource[],
  { startIndex, total }: { startIndex: number; total: number },
) {
  return {
    schemas: [urns.list],
    totalResults: total,
    startIndex,
    itemsPerPage: Resources.length,
    Resources,
  };
}
