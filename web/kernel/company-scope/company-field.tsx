import { useQuery } from "@tanstack/react-query";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { nameOf } from "#web/ui/remote-options.ts";
import { companyQuery, companySource } from "./queries.ts";

type Props = { companyId: number | null; className?: string; onChoose(companyId: number | null): void };

/** The company field in a super admin's form. */
export function CompanyField({ companyId, className, onChoose }: Props) {
  const company = useQuery({ ...companyQuery(companyId ?? 0), enabled: companyId !== null });
  return (
    <RemoteSelect
      label="Company"
      required
      placeholder="Select a company"
      className={className}
      source={companySource}
      chosen={
        companyId === null
          ? null
          : { id: companyId, label: nameOf("Company", companyId, company, companySource.labelOf) }
      }
      onChoose={(chosen) => onChoose(chosen?.id ?? null)}
    />
  );
}
