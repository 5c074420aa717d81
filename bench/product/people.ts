import { createCompany } from "#contract/identity/companies.ts";
import { acceptTerms, changePassword, login } from "#contract/identity/sessions.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { inviteUser } from "#contract/identity/users.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { send } from "#testing/call.ts";
import type { Product } from "#testing/product.ts";

export type People = {
  superAdmin: string;
  admin: string;
  agent: string;
  adminEmail: string;
  companyId: number;
  workspaceId: number;
  themeId: number;
};

export const password = "a walk in the rain 7";

/** A company with a signed-in administrator and agent, and a theme. */
export async function buildPeople(product: Product, name = "Fuzzed"): Promise<People> {
  const company = await product.call(createCompany, { name });
  const workspace = await product.call(createWorkspace, { name: "Main", companyId: company.id });
  const enter = async (role: "workspace_admin" | "agent") => {
    const email = `${role}@${name.toLowerCase()}.example`;
    const invited = await product.call(inviteUser, {
      email,
      role,
      companyId: company.id,
      workspaceId: workspace.id,
    });
    const first = await send(product.url, null, login, { email, password: invited.tempPassword ?? "" });
    const changed = await send(product.url, first.sessionToken, changePassword, {
      newPassword: password,
    });
    await send(product.url, changed.sessionToken, acceptTerms);
    return { email, token: changed.sessionToken };
  };
  const admin = await enter("workspace_admin");
  const agent = await enter("agent");
  const theme = await product.call(createTheme, { name, workspaceId: workspace.id });
  return {
    superAdmin: product.token,
    admin: admin.token,
    agent: agent.token,
    adminEmail: admin.email,
    companyId: company.id,
    workspaceId: workspace.id,
    themeId: theme.id,
  };
}

/** @returns the token of a new session */
export async function signIn(url: string, email: string): Promise<string> {
  return (await send(url, null, login, { email, password })).sessionToken;
}
