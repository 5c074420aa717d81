import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyChoice } from "#web/kernel/company-scope/company-choice.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { Empty, Page, PageHeader } from "#web/ui/parts.tsx";
import { ErasePerson } from "./erase-person.tsx";
import { Holds } from "./holds.tsx";
import { Periods } from "./periods.tsx";

/** A company's retention periods, the holds that extend them, and the erasure of a person's name. */
export default function RetentionScreen() {
  const { canChoose, companyId } = useCompany();
  return (
    <Page>
      <PageHeader title="Retention" subtitle="How long data is kept, and holds that keep it longer">
        {canChoose && (
          <CompanyChoice label="Company whose retention is shown" none="No company" withDeleted />
        )}
      </PageHeader>
      {canChoose && companyId === undefined ? (
        <Empty>Choose a company to see its retention periods.</Empty>
      ) : (
        <SequentialReveal key={companyId}>
          <Periods />
          <Holds />
          <ErasePerson />
        </SequentialReveal>
      )}
    </Page>
  );
}
