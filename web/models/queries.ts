import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/endpoint.ts";
import { addModel, changeModel, listCatalog, removeModel } from "#contract/models.ts";
import { callApi } from "../api.ts";
import { useInvalidatingMutation } from "../ui/invalidating-mutation.ts";

export const catalogQuery = () =>
  queryOptions({ queryKey: ["models"], queryFn: ({ signal }) => callApi(listCatalog, {}, signal) });

/** Company cards show models' retirement dates, reports their prices. */
const stale = [["models"], ["companies"], ["reports"]];

export const useAddModel = () =>
  useInvalidatingMutation((body: Request<typeof addModel>) => callApi(addModel, body), stale);

export const useChangeModel = () =>
  useInvalidatingMutation((body: Request<typeof changeModel>) => callApi(changeModel, body), stale);

export const useRemoveModel = () =>
  useInvalidatingMutation((id: number) => callApi(removeModel, { id }), stale);
