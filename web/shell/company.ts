import { useNavigate, useSearch } from "@tanstack/react-router";
import { useUser } from "../session.tsx";

/** The company a super admin works in: kept in the address. Everybody else has one company, and undefined means it. */
export function useCompany(): { companyId: number | undefined; choose(id: number | undefined): void } {
  const user = useUser();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = Number(search.companyId);
  return {
    companyId: user.role === "super_admin" && Number.isInteger(chosen) && chosen > 0 ? chosen : undefined,
    choose: (id) => void navigate({ to: ".", search: (previous) => ({ ...previous, companyId: id }) }),
  };
}
