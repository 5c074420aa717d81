import { useQuery } from "@tanstack/react-query";
import { companyQuery } from "#web/identity/companies/queries.ts";
import { useMay, useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Catalog } from "./catalog.tsx";
import { CompanyModels } from "./company-models.tsx";

/** The models behind a company's Smart and Smarter; for super admins also the catalog of models. */
export default function Models() {
  const user = useUser();
  const { companyId } = useCompany();
  const mayEdit = useMay("model:edit");
  const own = user.companyId ?? companyId;
  return (
    <SequentialReveal>
      {own !== undefined && <OfCompany key={own} id={own} />}
      {mayEdit && <Catalog />}
    </SequentialReveal>
  );
}

function OfCompany({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(companyQuery(id));
  if (error !== null) return <FetchProblem error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Waiting shape="lines" /> : <CompanyModels company={data} />;
}
