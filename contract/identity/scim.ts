import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { IdParams } from "#contract/kernel/values.ts";

export const about =
  "SCIM 2.0 (RFC 7643, 7644): a company's directory sends its people and groups, with a SCIM token";

export const scimPath = "/api/scim/v2";

export const urns = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
  service: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Schema",
} as const;

const schemas = z.array(z.string()).describe("URNs of the resource's schemas");
const meta = z.object({
  resourceType: z.string(),
  created: z.string().optional(),
  lastModified: z.string().optional(),
  location: z.string().describe("The URL of the resource"),
});

export const ScimUser = z.object({
  schemas,
  id: z.string().describe("Our identifier, used in the resource's URL; never changes"),
  externalId: z.string().optional().describe("The directory's own identifier for the person"),
  userName: z.string().optional(),
  name: z.object({ givenName: z.string(), familyName: z.string() }).partial().optional(),
  displayName: z.string().optional().describe("First and last name, or the email address"),
  emails: z
    .array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() }))
    .optional()
    .describe("One only: the email address the person signs in with"),
  active: z.boolean().optional().describe("false: signed out, and refused at the next call"),
  groups: z
    // `$ref` too, which readers of a description take for a reference of their own
    .array(z.looseObject({ value: z.string(), display: z.string() }))
    .optional()
    .describe("Read-only; changed through the group. Each also has its URL."),
  meta: meta.optional(),
});
export type ScimUser = z.input<typeof ScimUser>;

export const ScimGroup = z.object({
  schemas,
  id: z.string().describe("Our identifier, used in the resource's URL; never changes"),
  externalId: z.string().optional().describe("The directory's own identifier for the group"),
  displayName: z.string().optional().describe("The name that the group rules of single sign-on use"),
  members: z
    .array(z.looseObject({ value: z.string(), type: z.string() }))
    .optional()
    .describe("People by their `id`, each also with its URL; nested groups are not supported"),
  meta: meta.optional(),
});
export type ScimGroup = z.input<typeof ScimGroup>;

/** The body of a refusal (RFC 7644, section 3.12). */
export const ScimError = z.object({
  schemas,
  status: z.string().describe("The HTTP status, as text"),
  scimType: z
    .string()
    .optional()
    .describe("What went wrong, if the status alone is not specific enough, such as `uniqueness`"),
  detail: z.string().describe("A sentence for the administrator"),
});
export type ScimError = z.output<typeof ScimError>;

/** As the directory sends it: unknown attributes are dropped, and attribute names are not case-sensitive. */
export const ScimUserFields = z
  .looseObject({
    schemas: z.array(z.string()).optional(),
    userName: z.string().optional().describe("Required for a new person"),
    externalId: z.string().nullish(),
    name: z.looseObject({ givenName: z.string().nullish(), familyName: z.string().nullish() }).nullish(),
    emails: z
      .array(z.looseObject({ value: z.string().nullish() }))
      .nullish()
      .describe(
        "The primary one, else the one of type work, else the first; if none, `userName` is the address",
      ),
    active: z.union([z.boolean(), z.string()]).optional(),
  })
  .transform((resource: Record<string, unknown>) => ({ resource }));

export const ScimGroupFields = z
  .looseObject({
    schemas: z.array(z.string()).optional(),
    displayName: z.string().optional().describe("Required for a new group"),
    externalId: z.string().nullish(),
    members: z.array(z.looseObject({ value: z.string() })).nullish(),
  })
  .transform((resource: Record<string, unknown>) => ({ resource }));

export const ScimPatch = z
  .looseObject({
    schemas: z.array(z.string()).optional(),
    Operations: z
      .array(
        z.looseObject({
          op: z.string().describe("add, replace or remove, in any case"),
          path: z.string().max(500).optional().describe('Such as `active` or `members[value eq "2"]`'),
          value: z.unknown().optional(),
        }),
      )
      .min(1, "Send at least one operation.")
      .max(1000, "Send at most 1,000 operations in a call."),
  })
  .transform(({ Operations }) => ({ operations: Operations }));

/** Names of attributes are ASCII (RFC 7643, 2.1); others, percent-encoded, would exceed the 16 KB that a request's head has. */
const attributeNames = z
  .string()
  .max(1000)
  .regex(/^[\x20-\x7e]*$/, "Send the names of attributes, separated by commas.");
const chosen = {
  attributes: attributeNames.optional().describe("Return only these attributes, separated by commas"),
  excludedAttributes: attributeNames.optional().describe("Leave these attributes out, such as `members`"),
};
const One = z.object(chosen);
const Many = z.object({
  ...chosen,
  filter: z
    .string()
    .max(1000)
    .optional()
    .describe('Comparisons with `eq`, joined by `and`: `userName eq "ada@example.com"`'),
  startIndex: z.coerce.number().int().default(1).describe("From 1; lower values count as 1"),
  count: z.coerce.number().int().default(100).describe("At most 200; groups with their members at most 20"),
});

const names = z
  .array(z.string().max(200))
  .max(100)
  .optional()
  .transform((list) => list?.join(","));
/** A search as a body, for filters that must not appear in an address (RFC 7644, section 3.4.3). */
const Search = z.looseObject({
  schemas: z.array(z.string()).optional(),
  ...Many.shape,
  attributes: names.describe("Return only these attributes"),
  excludedAttributes: names.describe("Leave these attributes out, such as `members`"),
});

function listOf<Resource extends z.ZodType>(resource: Resource) {
  return z.object({
    schemas,
    totalResults: z.number().int(),
    startIndex: z.number().int(),
    itemsPerPage: z.number().int(),
    Resources: z.array(resource),
  });
}

const described = z.looseObject({ schemas: schemas.optional() });
const forDirectories = {
  takesKeys: true,
  keysOnly: true,
  limit: "program",
} as const;

export const getScimService = endpoint({
  method: "GET",
  path: "/api/scim/v2/ServiceProviderConfig",
  permission: "user:provision",
  ...forDirectories,
  summary: "Capabilities of this SCIM service (RFC 7643, section 5)",
  output: described,
});

export const listScimResourceTypes = endpoint({
  method: "GET",
  path: "/api/scim/v2/ResourceTypes",
  permission: "user:provision",
  ...forDirectories,
  summary: "The resource types: people and groups (RFC 7643, section 6)",
  output: listOf(described),
});

export const listScimSchemas = endpoint({
  method: "GET",
  path: "/api/scim/v2/Schemas",
  permission: "user:provision",
  ...forDirectories,
  summary: "The supported attributes of people and groups (RFC 7643, section 7)",
  output: listOf(described),
});

const NameParams = z.object({
  id: z.string().max(200).describe("The name of a resource type, or the URN of a schema"),
});

export const getScimResourceType = endpoint({
  method: "GET",
  path: "/api/scim/v2/ResourceTypes/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "A resource type: `User` or `Group`",
  params: NameParams,
  output: described,
});

export const getScimSchema = endpoint({
  method: "GET",
  path: "/api/scim/v2/Schemas/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "The supported attributes of people or groups, by schema URN",
  params: NameParams,
  output: described,
});

export const listScimUsers = endpoint({
  method: "GET",
  path: "/api/scim/v2/Users",
  permission: "user:provision",
  ...forDirectories,
  summary: "People of the token's company",
  details:
    "Filters compare `userName`, `externalId`, `emails.value`, `id` and `active`. Examiners and super admins are not listed.",
  query: Many,
  output: listOf(ScimUser),
});

export const searchScim = endpoint({
  method: "POST",
  path: "/api/scim/v2/.search",
  permission: "user:provision",
  ...forDirectories,
  summary: "People, then groups, that match a filter",
  details: "A filter by an attribute that a kind does not have matches none of that kind.",
  body: Search,
  output: listOf(described),
});

export const searchScimUsers = endpoint({
  method: "POST",
  path: "/api/scim/v2/Users/.search",
  permission: "user:provision",
  ...forDirectories,
  summary: "People of the token's company, with the filter in the body",
  body: Search,
  output: listOf(ScimUser),
});

export const searchScimGroups = endpoint({
  method: "POST",
  path: "/api/scim/v2/Groups/.search",
  permission: "user:provision",
  ...forDirectories,
  summary: "Groups of the token's company, with the filter in the body",
  body: Search,
  output: listOf(ScimGroup),
});

export const createScimUser = endpoint({
  method: "POST",
  path: "/api/scim/v2/Users",
  permission: "user:provision",
  ...forDirectories,
  summary: "Add a person, who signs in through the company's identity provider",
  details:
    "The address must be in a domain the company has verified. A taken address gets 409 `uniqueness`; a person removed earlier comes back under the same `externalId`.",
  status: 201,
  hasLocation: true,
  body: ScimUserFields,
  output: ScimUser,
});

export const getScimUser = endpoint({
  method: "GET",
  path: "/api/scim/v2/Users/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "A person",
  params: IdParams,
  query: One,
  output: ScimUser,
});

export const replaceScimUser = endpoint({
  method: "PUT",
  path: "/api/scim/v2/Users/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "Set a person's attributes; omitted ones keep their values",
  params: IdParams,
  body: ScimUserFields,
  output: ScimUser,
});

export const patchScimUser = endpoint({
  method: "PATCH",
  path: "/api/scim/v2/Users/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "Change a person; `active: false` ends their sessions at once",
  params: IdParams,
  body: ScimPatch,
  output: ScimUser,
});

export const deleteScimUser = endpoint({
  method: "DELETE",
  path: "/api/scim/v2/Users/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "Deactivate a person and remove them from the directory's view; the record keeps them",
  status: 204,
  params: IdParams,
});

export const listScimGroups = endpoint({
  method: "GET",
  path: "/api/scim/v2/Groups",
  permission: "user:provision",
  ...forDirectories,
  summary: "Groups sent by the directory",
  details: "Filters compare `displayName`, `externalId`, `id` and `members.value`.",
  query: Many,
  output: listOf(ScimGroup),
});

export const createScimGroup = endpoint({
  method: "POST",
  path: "/api/scim/v2/Groups",
  permission: "user:provision",
  ...forDirectories,
  summary: "Add a group; the group rules of single sign-on decide what its members become here",
  status: 201,
  hasLocation: true,
  body: ScimGroupFields,
  output: ScimGroup,
});

export const getScimGroup = endpoint({
  method: "GET",
  path: "/api/scim/v2/Groups/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "A group",
  params: IdParams,
  query: One,
  output: ScimGroup,
});

export const replaceScimGroup = endpoint({
  method: "PUT",
  path: "/api/scim/v2/Groups/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "Set a group's name and members; if one is omitted, it keeps its value",
  params: IdParams,
  body: ScimGroupFields,
  output: ScimGroup,
});

export const patchScimGroup = endpoint({
  method: "PATCH",
  path: "/api/scim/v2/Groups/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "Change a group: its name, or up to 1,000 of its members",
  params: IdParams,
  body: ScimPatch,
  output: ScimGroup,
});

export const deleteScimGroup = endpoint({
  method: "DELETE",
  path: "/api/scim/v2/Groups/:id",
  permission: "user:provision",
  ...forDirectories,
  summary: "Delete a group; its members lose what it gave them",
  status: 204,
  params: IdParams,
});
