import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { Company } from "#contract/companies.ts";
import { useAddress } from "../ui/address.ts";
import { Button } from "../ui/button.tsx";
import { AddCard, CardGrid } from "../ui/cards.tsx";
import { cardsPerPage, useCardPage } from "../ui/card-page.ts";
import { reasonOf } from "../ui/change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Pages } from "../ui/pages.tsx";
import { Empty, Page, PageHeader, Problem, Spinner } from "../ui/parts.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { CompanyCard } from "./company-card.tsx";
import { CompanyDetail } from "./company-detail.tsx";
import { CompanyEditor } from "./company-editor.tsx";
import { companiesQuery, useDeleteCompany } from "./queries.ts";

/** From here on nobody finds a card by looking. */
const searchFrom = 9;

/** All companies, or the one that the address names. */
export default function Companies() {
  const { data, isError, refetch } = useQuery(companiesQuery);
  const address = useAddress();
  const opened = data?.find((company) => company.id === address.number("company"));
  const edited = data?.find((company) => company.id === address.number("edit"));
  const close = () => address.open({ edit: undefined });
  return (
    <Page>
      {opened === undefined ? (
        <>
          <PageHeader title="Companies" subtitle="Organisations, with their workspaces, people and models">
            {(data?.length ?? 0) >= searchFrom && (
              <SearchInput
                label="Search companies"
                placeholder="Search companies"
                value={address.text("q")}
                onSearch={(q) => address.refine({ q, page: undefined })}
              />
            )}
            <Button
              tone="primary"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => address.open({ edit: "new" })}
            >
              Add Company
            </Button>
          </PageHeader>
          {isError ? (
            <Problem onRetry={() => void refetch()}>Failed to load companies</Problem>
          ) : data === undefined ? (
            <Spinner />
          ) : (
            <CompanyCards companies={data} sought={address.text("q")} />
          )}
        </>
      ) : (
        <CompanyDetail
          key={opened.id}
          company={opened}
          onEdit={() => address.open({ edit: opened.id })}
          onBack={() => address.open({ company: undefined, page: undefined })}
        />
      )}
      {address.text("edit") === "new" && <CompanyEditor company={null} onClose={close} />}
      {edited !== undefined && <CompanyEditor key={edited.id} company={edited} onClose={close} />}
    </Page>
  );
}

function CompanyCards({ companies, sought }: { companies: Company[]; sought: string }) {
  const address = useAddress();
  const [deleting, setDeleting] = useState<Company | null>(null);
  const remove = useDeleteCompany();
  const { open } = address;
  const onOpen = useCallback((company: Company) => open({ company: company.id, page: undefined }), [open]);
  const onEdit = useCallback((company: Company) => open({ edit: company.id }), [open]);
  const needle = sought.trim().toLowerCase();
  const shown = useMemo(
    () =>
      companies.filter((company) => `${company.name} ${company.description}`.toLowerCase().includes(needle)),
    [companies, needle],
  );
  const { page, cards, isBusy } = useCardPage(shown);
  const confirm = async () => {
    if (deleting === null) return;
    try {
      await remove.mutateAsync(deleting.id);
      toast("Company deleted successfully");
      setDeleting(null);
    } catch (error) {
      toastError("Failed to delete company", reasonOf(error));
    }
  };
  return (
    <>
      {shown.length === 0 && companies.length > 0 && <Empty>No company is called like that.</Empty>}
      <CardGrid isBusy={isBusy}>
        {cards.map((company) => (
          <CompanyCard
            key={company.id}
            company={company}
            onOpen={onOpen}
            onEdit={onEdit}
            onDelete={setDeleting}
          />
        ))}
        <AddCard onClick={() => address.open({ edit: "new" })}>Add Company</AddCard>
      </CardGrid>
      {shown.length > cardsPerPage && (
        <Pages label="Pages of companies" page={page} pageSize={cardsPerPage} total={shown.length} />
      )}
      <Confirm
        opened={deleting !== null}
        question="Are you sure you want to delete this company?"
        action="Delete"
        onClose={() => setDeleting(null)}
        onConfirm={confirm}
      >
        <p>
          '{deleting?.name}' goes out of use at once, and its people are signed out. What was answered stays
          on record.
        </p>
      </Confirm>
    </>
  );
}
