import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMay } from "../session.tsx";

type CompanyScope = {
  /** The company that was chosen. Whoever cannot choose has one company, and undefined means it. */
  companyId: number | undefined;
  canChoose: boolean;
  /** Several companies are shown together. */
  spansCompanies: boolean;
  choose(id: number | undefined): void;
};

/** The company a person works in; a chosen one is kept in the address. */
export function useCompany(): CompanyScope {
  const canChoose = useMay("company:choose");
  // only this part of the address: the list of companies is not drawn anew with every filter and dialog
  const named = useSearch({ strict: false, select: (search) => search.companyId });
  const navigate = useNavigate();
  const chosen = Number(named);
  const companyId = canChoose && Number.isInteger(chosen) && chosen > 0 ? chosen : undefined;
  return {
    companyId,
    canChoose,
    spansCompanies: canChoose && companyId === undefined,
    // another company's lists begin with their first page
    choose: (id) =>
      void navigate({
        to: ".",
        search: (previous) => ({ ...previous, companyId: id, page: undefined }),
      }),
  };
}
