import * as contract from "#contract/identity/scim.ts";
import type { EndpointSpec, Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { WithHeaders } from "#server/http/response.ts";
import { longRoute, route, type Route } from "#server/http/route.ts";
import { patchPerson, replacePerson } from "./change-person.ts";
import { createPerson } from "./create-person.ts";
import { describeResourceTypes, describeSchemas, describeService, oneOf } from "./describe-service.ts";
import * as groups from "./groups.ts";
import { getScimPerson, listScimPeople, removePerson } from "./people.ts";
import { searchAll } from "./search-all.ts";

/** A new resource's location is in the header too (RFC 7644, section 3.3). */
function creating<E extends EndpointSpec>(
  spec: E,
  verb: (ctx: Context, input: Input<E>) => Promise<Result<E> & { meta?: { location: string } | undefined }>,
): Route {
  return longRoute(spec, async (caller, input) => {
    const resource = await caller.transact((ctx) => verb(ctx, input));
    return resource.meta === undefined
      ? resource
      : new WithHeaders(resource, { location: resource.meta.location });
  });
}

export const routes = [
  route(contract.getScimService, (ctx) => Promise.resolve(describeService(ctx))),
  route(contract.listScimResourceTypes, (ctx) => Promise.resolve(describeResourceTypes(ctx))),
  route(contract.listScimSchemas, (ctx) => Promise.resolve(describeSchemas(ctx))),
  route(contract.getScimResourceType, (ctx, named) =>
    Promise.resolve(oneOf(describeResourceTypes(ctx), named)),
  ),
  route(contract.getScimSchema, (ctx, named) => Promise.resolve(oneOf(describeSchemas(ctx), named))),
  route(contract.searchScim, searchAll),
  route(contract.searchScimUsers, (ctx, search) => listScimPeople(ctx, search)),
  route(contract.searchScimGroups, (ctx, search) => groups.listScimGroups(ctx, search)),
  route(contract.listScimUsers, listScimPeople),
  creating(contract.createScimUser, createPerson),
  route(contract.getScimUser, getScimPerson),
  route(contract.replaceScimUser, replacePerson),
  route(contract.patchScimUser, patchPerson),
  route(contract.deleteScimUser, removePerson),
  route(contract.listScimGroups, groups.listScimGroups),
  creating(contract.createScimGroup, groups.createGroup),
  route(contract.getScimGroup, groups.getScimGroup),
  route(contract.replaceScimGroup, groups.replaceGroup),
  route(contract.patchScimGroup, groups.patchGroup),
  route(contract.deleteScimGroup, groups.deleteGroup),
];
