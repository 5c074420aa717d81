import { AppError } from "#server/platform/errors.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import type { OidcProvider } from "../shared-store.ts";
import { discover } from "./discover.ts";

export async function checkOidc(services: VerbServices, provider: OidcProvider) {
  try {
    const { authorization_endpoint: where = "" } = (await discover(services, provider)).serverMetadata();
    return where === ""
      ? { ok: false, message: "The provider responds, but lists no sign-in address." }
      : { ok: true, message: `The provider responds. People sign in at ${new URL(where).host}.` };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: error.message };
    throw error;
  }
}
