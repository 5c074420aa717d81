import type { Product } from "./product.ts";

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
  const company = await product.call<{ id: number }>("POST", "/api/companies", { name });
  const workspace = await product.call<{ id: number }>("POST", "/api/workspaces", {
    name: "Main",
    companyId: company.id,
  });
  const enter = async (role: "workspace_admin" | "agent") => {
    const email = `${role}@${name.toLowerCase()}.example`;
    const invited = await product.call<{ tempPassword: string }>("POST", "/api/users/invite", {
      email,
      role,
      companyId: company.id,
      workspaceId: workspace.id,
    });
    const first = await post(product.url, null, "/api/auth/login", { email, password: invited.tempPassword });
    const changed = await post(product.url, first.sessionToken, "/api/auth/change-password", {
      newPassword: password,
    });
    await post(product.url, changed.sessionToken, "/api/auth/accept-terms");
    return { email, token: changed.sessionToken ?? "" };
  };
  const admin = await enter("workspace_admin");
  const agent = await enter("agent");
  const theme = await product.call<{ id: number }>("POST", "/api/themes", {
    name,
    workspaceId: workspace.id,
  });
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
  return (await post(url, null, "/api/auth/login", { email, password })).sessionToken ?? "";
}

async function post(
  url: string,
  token: string | undefined | null,
  path: string,
  body?: unknown,
): Promise<{ sessionToken?: string }> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { sessionToken?: string };
}
