import { checkModelKey, createCompany, deleteCompany, updateCompany } from "#contract/companies.ts";
import { listOfferedModels } from "#contract/companies.ts";
import type { Request } from "#contract/endpoint.ts";
import type { ModelType } from "#contract/values.ts";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api.ts";
import { useInvalidatingMutation } from "../ui/invalidating-mutation.ts";

/** Asked of the provider, who may be slow: kept for a while, and asked again after a change of the key. */
export const offeredModelsQuery = (asked: Request<typeof listOfferedModels>) =>
  queryOptions({
    queryKey: ["companies", "offered", asked],
    queryFn: ({ signal }) => callApi(listOfferedModels, asked, signal),
    staleTime: 60_000,
  });

export { companiesQuery, companyQuery } from "../company-scope/queries.ts";

export const useSaveCompany = () =>
  useInvalidatingMutation(
    ({ id, ...body }: Request<typeof createCompany> & { id?: number }) => {
      return id === undefined ? callApi(createCompany, body) : callApi(updateCompany, { id, ...body });
    },
    [["companies"], ["workspaces"], ["users"]],
  );

/** Everything on the screen is fresh afterwards: a company's people, themes and figures are gone with it. */
export const useDeleteCompany = () =>
  useInvalidatingMutation((id: number) => callApi(deleteCompany, { id }), [[]]);

export const useCheckKey = (id: number) =>
  useInvalidatingMutation(
    (modelType: ModelType) => callApi(checkModelKey, { id, modelType }),
    [["companies"], ["notifications"]],
  );
