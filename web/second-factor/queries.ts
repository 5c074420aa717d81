import { queryOptions } from "@tanstack/react-query";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#contract/second-factor.ts";
import { callApi } from "../api.ts";
import { useInvalidatingMutation } from "../ui/invalidating-mutation.ts";

const key = ["second-factor"];

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
    (input: { password: string; code: string }) => callApi(renewRecoveryCodes, input),
    [key],
  );

export const useRemoveSecondFactor = () =>
  useInvalidatingMutation(
    (input: { password: string; code: string }) => callApi(removeSecondFactor, input),
    [key, ["sessions"]],
  );
