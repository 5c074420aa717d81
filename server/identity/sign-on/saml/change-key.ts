import type * as contract from "#contract/identity/sign-on.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { seal } from "#server/platform/secrets.ts";
import { noProvider } from "../no-provider.ts";
import { presentSignOn } from "../present.ts";
import { samlKeyBinding, findProvider } from "../shared-store.ts";
import { presentCertificate } from "./certificates.ts";
import { keysIn, putKeys, type Keys, type StoredKey } from "./key-store.ts";
import { makeKeyPair } from "./make-key-pair.ts";

/**
 * A new key waits until its certificate is entered at the provider; then it replaces the one in use. Without that wait,
 * requests would be signed with a key that the provider does not know yet.
 */
export async function changeSamlKey(
  caller: Caller,
  { companyId: named, step }: Input<typeof contract.changeSamlKey>,
): Promise<Result<typeof contract.changeSamlKey>> {
  const companyId = requireCompany(caller, named);
  const { config, clock } = caller.services;
  // before a key is made, which takes a second of a processor
  stepOf(step, keysOf(await caller.transact((ctx) => findProvider(ctx, companyId))), null);
  const made = step === "make" ? await makeKeyPair(new URL(config.publicUrl).hostname, clock.now()) : null;
  const stored = made && {
    certificate: made.certificate,
    sealed: seal(config.secretKeys, samlKeyBinding(companyId), made.key),
  };
  return caller.transact(async (ctx) => {
    const before = keysOf(await findProvider(ctx, companyId));
    const after = stepOf(step, before, stored);
    if (!(await putKeys(ctx, companyId, before, after)))
      throw new AppError("conflict", "The keys were changed at the same time. Nothing was changed here.");
    ctx.audit({
      action: "sign-on.change-key",
      target: { type: "sign-on", id: companyId },
      company: companyId,
      before: fingerprintsOf(before),
      after: fingerprintsOf(after),
    });
    return presentSignOn(ctx, companyId);
  });
}

function keysOf(provider: Awaited<ReturnType<typeof findProvider>>): Keys {
  if (provider === null) throw noProvider();
  if (provider.protocol !== "saml")
    throw new AppError("conflict", "Keys belong to SAML. Choose that protocol first.");
  return keysIn(provider);
}

/** @throws AppError conflict if there is nothing to do */
function stepOf(
  step: Input<typeof contract.changeSamlKey>["step"],
  { inUse, next }: Keys,
  made: StoredKey | null,
): Keys {
  if (step === "make") {
    if (next === null) return { inUse, next: made };
    throw new AppError("conflict", "A new key is already waiting. Use it or remove it first.");
  }
  if (step === "use") {
    if (next !== null) return { inUse: next, next: null };
    throw new AppError("conflict", "No new key is waiting. Make one first.");
  }
  if (next !== null) return { inUse, next: null };
  if (inUse !== null) return { inUse: null, next: null };
  throw new AppError("conflict", "There is no key to remove.");
}

/** For the record: fingerprints. */
function fingerprintsOf({ inUse, next }: Keys) {
  const print = (key: StoredKey | null) =>
    key === null ? null : presentCertificate(key.certificate).fingerprint;
  return { inUse: print(inUse), next: print(next) };
}
