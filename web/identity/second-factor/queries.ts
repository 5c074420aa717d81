import { queryOptions } from "@tanstack/react-query";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  addPasskey,
  askPasskey,
  beginPasskey,
  removePasskey,
} from "#contract/identity/second-factor.ts";
import type { z } from "zod";
import type { PasskeyAssertion } from "#contract/kernel/passkeys.ts";
import { callApi } from "#web/kernel/api.ts";
import { createPasskey, signWithPasskey } from "./passkey.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

const key = ["second-factor"];

/** A code, or a passkey's signature. */
export type SecondFactorAnswer = { code?: string; passkey?: z.input<typeof PasskeyAssertion> };

export const secondFactorQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => callApi(getSecondFactor, {}, signal),
});

export const useBeginSecondFactor = () =>
  useInvalidatingMutation((password: string) => callApi(beginSecondFactor, { password }), []);

export const useConfirmSecondFactor = () =>
  useInvalidatingMutation((code: string) => callApi(confirmSecondFactor, { code }), [key, ["sessions"]]);

export const useRenewRecoveryCodes = () =>
  useInvalidatingMutation(
    (input: { password: string } & SecondFactorAnswer) => callApi(renewRecoveryCodes, input),
    [key],
  );

export const useRemoveSecondFactor = () =>
  useInvalidatingMutation(
    (input: { password: string } & SecondFactorAnswer) => callApi(removeSecondFactor, input),
    [key, ["sessions"]],
  );

/** Creates a passkey in the browser's dialog and stores it; returns recovery codes if it is the first factor. */
export const useAddPasskey = () =>
  useInvalidatingMutation(
    async (name: string) => {
      const credential = await createPasskey(await callApi(beginPasskey));
      return callApi(addPasskey, { name, credential });
    },
    [key, ["sessions"]],
  );

export const useRemovePasskey = () =>
  useInvalidatingMutation((id: number) => callApi(removePasskey, { id }), [key]);

/** Signs with a passkey, for a call that requires the second factor during a session. */
export async function answerWithPasskey(): Promise<SecondFactorAnswer> {
  return { passkey: await signWithPasskey(await callApi(askPasskey)) };
}
