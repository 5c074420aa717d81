import { scimPath, urns } from "#contract/identity/scim.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { listAnswer } from "./present.ts";

/** RFC 7643, section 5. */
export function describeService(ctx: Context) {
  const base = `${ctx.services.config.publicUrl}${scimPath}`;
  const no = { supported: false };
  return {
    schemas: [urns.service],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "SCIM token",
        description:
          "A token that a company's administrator makes under Admin › Sign-on, sent as a bearer token.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

/** RFC 7643, section 6. */
export function describeResourceTypes(ctx: Context) {
  const base = `${ctx.services.config.publicUrl}${scimPath}`;
  const types = [
    { id: "User", endpoint: "/Users", schema: urns.user, description: "People of the company" },
    { id: "Group", endpoint: "/Groups", schema: urns.group, description: "Groups of the directory" },
  ];
  const resources = types.map((type) => ({
    schemas: [urns.resourceType],
    name: type.id,
    ...type,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type.id}` },
  }));
  return listAnswer(resources, { startIndex: 1, total: resources.length });
}

type Attribute = { name: string; description: string } & Record<string, unknown>;

const attribute = ({ name, description, ...more }: Attribute) => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

const reference = (to: "User" | "Group", mutability: string) =>
  attribute({
    name: "$ref",
    description: `The ${to === "User" ? "person" : "group"}'s URL`,
    type: "reference",
    referenceTypes: [to],
    mutability,
  });

const userAttributes = [
  attribute({
    name: "userName",
    description: "The directory's name for the person, often the address",
    required: true,
    uniqueness: "server",
  }),
  attribute({
    name: "name",
    description: "The parts of the name",
    type: "complex",
    subAttributes: [
      attribute({ name: "givenName", description: "First name" }),
      attribute({ name: "familyName", description: "Last name" }),
    ],
  }),
  attribute({
    name: "displayName",
    description: "The whole name, or the address; as sent, it is a name without parts",
    mutability: "readOnly",
  }),
  attribute({
    name: "emails",
    description: "One address, of type work, which the person signs in with",
    type: "complex",
    multiValued: true,
    required: true,
    subAttributes: [
      attribute({ name: "value", description: "The address", uniqueness: "server" }),
      attribute({ name: "type", description: "Always work", canonicalValues: ["work"] }),
      attribute({ name: "primary", description: "Always true", type: "boolean", mutability: "readOnly" }),
    ],
  }),
  attribute({
    name: "active",
    description: "Whether the person can sign in",
    type: "boolean",
    required: true,
  }),
  attribute({
    name: "groups",
    description: "Groups that the person is in",
    type: "complex",
    multiValued: true,
    mutability: "readOnly",
    subAttributes: [
      attribute({ name: "value", description: "The group's id", mutability: "readOnly" }),
      attribute({ name: "display", description: "The group's name", mutability: "readOnly" }),
      reference("Group", "readOnly"),
    ],
  }),
];

const groupAttributes = [
  attribute({
    name: "displayName",
    description: "Matched by the group rules of single sign-on",
    required: true,
    uniqueness: "server",
  }),
  attribute({
    name: "members",
    description: "People of the company",
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute({ name: "value", description: "The person's id", mutability: "immutable" }),
      attribute({
        name: "type",
        description: "Always User",
        mutability: "immutable",
        canonicalValues: ["User"],
      }),
      reference("User", "immutable"),
    ],
  }),
];

/** RFC 7643, section 7: the stored attributes; all others a directory sends are ignored. */
export function describeSchemas(ctx: Context) {
  const base = `${ctx.services.config.publicUrl}${scimPath}`;
  const resources = [
    { id: urns.user, name: "User", description: "A person", attributes: userAttributes },
    { id: urns.group, name: "Group", description: "A group", attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [urns.schema],
    ...schema,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));
  return listAnswer(resources, { startIndex: 1, total: resources.length });
}

/** One entry of a list that describes the service. */
export function oneOf<Resource extends { id: string }>(
  list: { Resources: Resource[] },
  { id }: { id: string },
): Resource {
  const found = list.Resources.find((resource) => resource.id.toLowerCase() === id.toLowerCase());
  if (found === undefined) throw notFound();
  return found;
}
