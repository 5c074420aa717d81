import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Caller, type CompanyId, type Context } from "#server/kernel/context.ts";
import type { Call } from "#server/http/route.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { getWorkspaces } from "#server/identity/workspaces/shared-store.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { presentSignOn } from "./present.ts";
import type { Change } from "./check-settings.ts";
import { noProvider } from "./no-provider.ts";
import { withOidc } from "./oidc/settings.ts";
import { presentCertificate } from "./saml/certificates.ts";
import { readGivenMetadata, withSaml } from "./saml/settings.ts";
import { findProvider, type CommonValues, type ProviderValues } from "./shared-store.ts";
import { deleteProvider, listDomains, putProvider } from "./store.ts";

const unset: Common = {
  name: "",
  is_active: false,
  is_enforced: false,
  creates_people: false,
  workspace_ids: [],
  groups_claim: "",
  rules: [],
  break_glass_user_id: null,
};

/** @throws AppError invalid, with the unusable field; conflict if nobody could sign in any more */
export async function setSignOn(
  caller: Caller,
  change: Change,
  { signal }: Call,
): Promise<Result<typeof contract.setSignOn>> {
  const companyId = requireCompany(caller, change.companyId);
  const metadata = await readGivenMetadata(caller, companyId, change, signal);
  return caller.transact(async (ctx) => {
    const before = await loadToChange(
      ctx,
      change,
      { table: "identity_providers", key: "company_id", id: companyId, recordedAs: "sign-on" },
      {
        load: () => findProvider(ctx, companyId),
        present: async () => (await presentSignOn(ctx, companyId)).provider ?? {},
      },
    );
    const common = commonOf(before ?? unset, change);
    await check(ctx, companyId, common, before);
    const after =
      (change.protocol ?? before?.protocol ?? "oidc") === "oidc"
        ? withOidc(ctx, companyId, common, before, change)
        : withSaml(ctx, common, before, { ...change, ...metadata });
    await putProvider(ctx, companyId, after);
    ctx.audit({
      action: "sign-on.set",
      target: { type: "sign-on", id: companyId },
      company: companyId,
      ...(before === null ? {} : { before: auditedOf(before) }),
      after: auditedOf(after),
    });
    return presentSignOn(ctx, companyId);
  });
}

type Common = Omit<CommonValues, "issuer">;

function commonOf(was: Common, change: Change): Common {
  return {
    name: change.name ?? was.name,
    is_active: change.isActive ?? was.is_active,
    is_enforced: change.isEnforced ?? was.is_enforced,
    creates_people: change.createsPeople ?? was.creates_people,
    workspace_ids: change.workspaceIds ?? was.workspace_ids,
    groups_claim: change.groupsClaim ?? was.groups_claim,
    rules: change.rules ?? was.rules,
    break_glass_user_id:
      change.breakGlassUserId === undefined ? was.break_glass_user_id : change.breakGlassUserId,
  };
}

async function check(
  ctx: Context,
  companyId: CompanyId,
  after: Common,
  before: ProviderValues | null,
): Promise<void> {
  const named = [
    ...new Set([...after.workspace_ids, ...after.rules.flatMap(({ workspaceIds }) => workspaceIds)]),
  ];
  const workspaces = await getWorkspaces(ctx, named);
  if (workspaces.length < named.length || workspaces.some(({ company_id }) => company_id !== companyId))
    throw invalid("workspaceIds", "Choose workspaces of this company.");
  await checkBreakGlass(ctx, companyId, after);
  if (after.creates_people && after.workspace_ids.length === 0)
    throw invalid("workspaceIds", "Choose a workspace for new people.");
  if (after.is_enforced && !after.is_active)
    throw invalid("isEnforced", "Turn on single sign-on before you make it the only way in.");
  const isProved = (await listDomains(ctx, companyId)).some(({ verified_at }) => verified_at !== null);
  if (after.is_active && before?.is_active !== true && !isProved)
    throw new AppError("conflict", "Verify a domain of your company first. Nothing was changed.");
}

/** Without it, a provider outage would lock everyone out, including the administrators. */
async function checkBreakGlass(ctx: Context, companyId: CompanyId, after: Common): Promise<void> {
  if (after.break_glass_user_id === null) {
    if (after.is_enforced)
      throw invalid("breakGlassUserId", "Choose an administrator whose password keeps working.");
    return;
  }
  const person = await getUser(ctx, after.break_glass_user_id);
  if (person.company_id !== companyId || person.role !== "workspace_admin" || !person.is_active)
    throw invalid("breakGlassUserId", "Choose an active administrator of this company.");
}

export async function removeSignOn(
  ctx: Context,
  input: Input<typeof contract.removeSignOn>,
): Promise<Result<typeof contract.removeSignOn>> {
  const companyId = requireCompany(ctx, input.companyId);
  const before = await findProvider(ctx, companyId);
  if (before === null || !(await deleteProvider(ctx, companyId))) throw noProvider();
  ctx.audit({
    action: "sign-on.remove",
    target: { type: "sign-on", id: companyId },
    company: companyId,
    before: auditedOf(before),
  });
  return { success: true };
}

/** For the record: everything except the secret, and certificates by their fingerprints. */
function auditedOf(values: ProviderValues) {
  const common = {
    protocol: values.protocol,
    name: values.name,
    issuer: values.issuer,
    isActive: values.is_active,
    isEnforced: values.is_enforced,
    createsPeople: values.creates_people,
    workspaceIds: values.workspace_ids,
    groupsClaim: values.groups_claim,
    rules: values.rules.map(({ group, role, workspaceIds }) => ({ group, role, workspaceIds })),
    breakGlassUserId: values.break_glass_user_id,
  };
  return values.protocol === "oidc"
    ? {
        ...common,
        clientId: values.client_id,
        hasSecret: values.sealed !== null,
        acceptsTokens: values.accepts_tokens,
        tokenAudience: values.token_audience ?? "",
        requiresScopes: values.requires_scopes,
      }
    : {
        ...common,
        signInUrl: values.sign_in_url,
        certificates: values.certificates.map((pem) => presentCertificate(pem).fingerprint),
        attributes: values.attributes,
      };
}
