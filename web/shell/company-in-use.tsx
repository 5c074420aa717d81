import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { recordedCompanyQuery } from "#web/kernel/company-scope/queries.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Message } from "./message.tsx";

/** A screen on which people work: of a deleted company, only the record is left. */
export function CompanyInUse({ children }: { children: ReactNode }) {
  const { companyId } = useCompany();
  const { data } = useQuery({ ...recordedCompanyQuery(companyId ?? 0), enabled: companyId !== undefined });
  if (data?.isDeleted !== true) return children;
  return (
    <Message
      title="This company was deleted"
      action={
        <ButtonLink to="/record" search={{ companyId }}>
          Open its record
        </ButtonLink>
      }
    >
      {data.name} is no longer in use. What was asked and answered there stays readable in its record.
    </Message>
  );
}
