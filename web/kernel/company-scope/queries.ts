import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getCompany, listCompanies, type Company } from "#contract/identity/companies.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";

export type CompanyFilters = Request<typeof listCompanies> & { page: number };

/** One page of companies; the current one stays visible while the next loads. */
export const companiesQuery = (filters: CompanyFilters) =>
  queryOptions({
    queryKey: ["companies", "page", filters],
    queryFn: async ({ signal }) => pageOf(await callApi(listCompanies, filters, signal)),
    placeholderData: keepPreviousData,
    // reopening a screen shows colleagues' additions
    staleTime: 0,
  });

export const companyQuery = (id: number) =>
  queryOptions({
    queryKey: ["companies", "one", id],
    queryFn: ({ signal }) => callApi(getCompany, { id }, signal),
  });

/** One company, possibly deleted: for screens that show the record. */
export const recordedCompanyQuery = (id: number) =>
  queryOptions({
    queryKey: ["companies", "recorded", id],
    queryFn: ({ signal }) => callApi(getCompany, { id, withDeleted: "true" }, signal),
  });

const companiesFrom = (key: string, which: { withDeleted?: string }): Source<Company> => ({
  key: ["companies", key],
  find: async (search, signal) => {
    const page = { search, sort: "name", page: 1, pageSize: mostOptions };
    return pageOf(await callApi(listCompanies, { ...which, ...page }, signal));
  },
  labelOf: ({ name, isDeleted }) => (isDeleted ? `${name} (deleted)` : name),
  failure: "Failed to load companies",
});

/** Companies to choose from. */
export const companySource = companiesFrom("in-use", {});
/** Companies with a readable record, including deleted ones. */
export const recordedCompanySource = companiesFrom("recorded", { withDeleted: "true" });
