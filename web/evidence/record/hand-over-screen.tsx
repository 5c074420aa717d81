import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyChoice } from "#web/kernel/company-scope/company-choice.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { Page, PageHeader } from "#web/ui/parts.tsx";
import { HandOver } from "./hand-over.tsx";
import { Stream } from "./stream.tsx";

/** The record for others: a part of it as a file, or all of it as a stream. */
export default function HandOverScreen() {
  const { canChoose } = useCompany();
  return (
    <Page>
      <PageHeader title="Hand Over" subtitle="Part of the record as evidence, or all of it as a stream">
        {canChoose && <CompanyChoice label="Company of the record" none="Platform" withDeleted />}
      </PageHeader>
      <SequentialReveal>
        <HandOver />
        <Stream />
      </SequentialReveal>
    </Page>
  );
}
