import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMay } from "#web/kernel/session.tsx";

type CompanyScope = {
  /** The chosen company; undefined for users who belong to one company and can't choose. */
  companyId: number | undefined;
  canChoose: boolean;
  /** The screen shows several companies together. */
  spansCompanies: boolean;
  choose(id: number | undefined): void;
};

/** The user's current company; a chosen one is kept in the URL. */
export function useCompany(): CompanyScope {
  const canChoose = useMay("company:choose");
  // only these URL parameters: the list of companies doesn't re-render with every filter and dialog; a company's own page
  // names it
  const named = useSearch({ strict: false, select: ({ company, companyId }) => company ?? companyId });
  const navigate = useNavigate();
  const chosen = Number(named);
  const companyId = canChoose && Number.isInteger(chosen) && chosen > 0 ? chosen : undefined;
  return {
    companyId,
    canChoose,
    spansCompanies: canChoose && companyId === undefined,
    // another company's lists start at their first page
    choose: (id) =>
      void navigate({
        to: ".",
        search: ({ company, ...previous }) => ({
          ...previous,
          ...(company !== undefined && { company: id }),
          companyId: id,
          page: undefined,
        }),
      }),
  };
}
