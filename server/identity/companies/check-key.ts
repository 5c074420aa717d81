import type * as contract from "#contract/identity/companies.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { providerLabels } from "#contract/models/providers.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { notifyAdmins } from "#server/notices/notifications/notify.ts";
import { ModelError } from "#server/models/llm/models.ts";
import { roomToCheck } from "#server/models/llm/parameters.ts";
import { callMetered } from "#server/models/usage/meter.ts";
import { isForOtherAddress, usableKey } from "./model-keys.ts";
import type { UsableKey } from "#server/models/llm/usable-key.ts";
import { allow } from "./policy.ts";
import { setKeyCheck } from "./store.ts";
import { getCompany } from "./shared-store.ts";

const longestMs = 30_000;

/**
 * Asks the chosen model one question, outside any transaction, because a model list does not show that questions are
 * answered. The provider's response is stored and shown on the card.
 */
export async function checkModelKey(
  caller: Caller,
  { id, modelType }: Input<typeof contract.checkModelKey>,
  { signal }: { signal: AbortSignal },
): Promise<Result<typeof contract.checkModelKey>> {
  const key = await caller.transact(async (ctx) => {
    allow(ctx, "edit", await getCompany(ctx, id));
    ctx.audit({
      action: "model-key.check",
      target: { type: "company", id },
      company: id,
      after: { modelType },
    });
    if (await isForOtherAddress(ctx, id, modelType))
      throw new AppError(
        "conflict",
        "The key was entered for another provider or address than the current one. Enter the key again.",
      );
    return usableKey(ctx, id, modelType);
  });
  // a server that needs no key is called without one; the installation's own key is not for the company to check
  if (key === null || (key.owner !== "company" && key.apiKey !== null))
    throw new AppError("conflict", "No key is stored for this model. Enter one first.");
  const check = await askOnce(caller, id, key, signal);
  await caller.transact(async (ctx) => {
    await setKeyCheck(ctx, id, modelType, check);
    if (!check.ok) {
      await notifyAdmins(ctx, id, {
        kind: "key_check_failed",
        title: `The ${modelType === "smart" ? "Smart" : "Smarter"} key did not work`,
        body: check.message,
        // super admins have the company's own screen; this one is for its administrators
        link: "/admin?tab=models",
      });
    }
  });
  return { ...check, checkedAt: caller.services.clock.now() };
}

async function askOnce(
  caller: Caller,
  companyId: number,
  key: UsableKey,
  signal: AbortSignal,
): Promise<{ ok: boolean; message: string }> {
  const started = performance.now();
  const clock = AbortSignal.timeout(longestMs);
  let answeredBy = key.model;
  try {
    const chunks = callMetered(
      caller,
      { companyId, interactionId: null, purpose: "key-check" },
      {
        ...key,
        system: "Answer with one word.",
        messages: [{ role: "user", content: "Are you there?" }],
        temperature: 0,
        maxOutputTokens: roomToCheck(key),
        signal: AbortSignal.any([signal, clock]),
      },
    );
    for await (const chunk of chunks) if (chunk.type === "usage") answeredBy = chunk.answeredBy;
  } catch (error) {
    signal.throwIfAborted();
    if (clock.aborted)
      return { ok: false, message: `${nameOf(key)} did not answer within ${longestMs / 1000} seconds.` };
    if (!(error instanceof ModelError)) throw error;
    // a model whose thinking exceeds the check's token limit works
    if (error.fault !== "empty") return failed(key, error);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const as = answeredBy === key.model ? "" : ` as ${answeredBy}`;
  return { ok: true, message: `${key.model} answered${as} in ${seconds} s.` };
}

function failed(key: UsableKey, error: ModelError): { ok: false; message: string } {
  const said = error.said === null ? "" : ` ${nameOf(key)} said: ${error.said}`;
  return { ok: false, message: `${error.message}${said}` };
}

function nameOf(key: UsableKey): string {
  return key.provider === "compatible" ? "The server" : providerLabels[key.provider];
}
