import {
  checkModelKey,
  createCompany,
  deleteCompany,
  listCompanies,
  restoreCompany,
  updateCompany,
  listOfferedModels,
  type Company,
} from "#contract/identity/companies.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import { queryOptions } from "@tanstack/react-query";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { valuesOf } from "./slot-drafts.ts";

/** Fetched from the provider, which may be slow: cached for a while, and refetched after a change of the key. */
export const offeredModelsQuery = (asked: Request<typeof listOfferedModels>) =>
  queryOptions({
    queryKey: ["companies", "offered", asked],
    queryFn: ({ signal }) => callApi(listOfferedModels, asked, signal),
    staleTime: 60_000,
  });

export { companiesQuery, companyQuery } from "#web/kernel/company-scope/queries.ts";

export const useSaveCompany = () =>
  useInvalidatingMutation(
    ({ opened, ...values }: Request<typeof createCompany> & { opened: Company | null }) => {
      if (opened === null) return callApi(createCompany, values);
      const { id, version } = opened;
      return saveTouched({ version, values: valuesOf(opened) }, values, (change) =>
        callApi(updateCompany, { id, ...change }),
      );
    },
    [["companies"], ["workspaces"], ["users"]],
  );

/** Refetches everything on the screen: a company's people, themes and figures go with it. */
export const useDeleteCompany = () =>
  useInvalidatingMutation((id: number) => callApi(deleteCompany, { id }), [[]]);

export const deletedCompaniesQuery = queryOptions({
  queryKey: ["companies", "deleted"],
  queryFn: async ({ signal }) =>
    pageOf(
      await callApi(listCompanies, { restorable: "true", sort: "name", page: 1, pageSize: 200 }, signal),
    ),
  staleTime: 0,
});

/** Refetches everything on the screen, as deleting does. */
export const useRestoreCompany = () =>
  useInvalidatingMutation((input: Request<typeof restoreCompany>) => callApi(restoreCompany, input), [[]]);

export const useCheckKey = (id: number) =>
  useInvalidatingMutation(
    (modelType: ModelType) => callApi(checkModelKey, { id, modelType }),
    [["companies"], ["notifications"]],
  );
