import { useNavigate, useSearch } from "@tanstack/react-router";
import { useUser } from "../session.tsx";

/** The company a super admin works in: kept in the address. Everybody else has one company, and undefined means it. */
export function useCompany(): { companyId: number | undefined; choose(id: number | undefined): void } {
  const user = useUser();
  // only this part of the address: the list of companies is not drawn anew with every filter and dialog
  const named = useSearch({ strict: false, select: (search) => search.companyId });
  const navigate = useNavigate();
  const chosen = Number(named);
  return {
    companyId: user.role === "super_admin" && Number.isInteger(chosen) && chosen > 0 ? chosen : undefined,
    // another company's lists begin with their first page
    choose: (id) =>
      void navigate({
        to: ".",
        search: (previous) => ({ ...previous, companyId: id, page: undefined }),
      }),
  };
}
