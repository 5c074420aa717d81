import { checkModelKey, createCompany, deleteCompany, updateCompany } from "#contract/companies.ts";
import type { Request } from "#contract/endpoint.ts";
import type { ModelType } from "#contract/values.ts";
import { callApi } from "../api.ts";
import { useChange } from "../ui/change.ts";

export { companiesQuery, companyQuery } from "../shell/queries.ts";

export const useSaveCompany = () =>
  useChange(
    ({ id, ...body }: Request<typeof createCompany> & { id?: number }) => {
      return id === undefined ? callApi(createCompany, body) : callApi(updateCompany, { id, ...body });
    },
    [["companies"], ["workspaces"], ["users"]],
  );

/** Everything on the screen is fresh afterwards: a company's people, themes and figures are gone with it. */
export const useDeleteCompany = () => useChange((id: number) => callApi(deleteCompany, { id }), [[]]);

export const useCheckKey = (id: number) =>
  useChange(
    (modelType: ModelType) => callApi(checkModelKey, { id, modelType }),
    [["companies"], ["notifications"]],
  );
