import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { useSearchParams, useSetSearchParams } from "#web/ui/search-params.ts";
import { Button } from "#web/ui/button.tsx";
import { CardList } from "#web/ui/card-list.tsx";
import { useCardRequest } from "#web/ui/card-page.ts";
import { AddCard } from "#web/ui/cards.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { RefetchedForm } from "#web/ui/refetched-form.tsx";
import { Page, PageHeader } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { CompanyCard } from "./company-card.tsx";
import { CompanyDetail } from "./company-detail.tsx";
import { DeletedCompanies } from "./deleted-companies.tsx";
import { CompanyEditor } from "./company-editor.tsx";
import { companiesQuery, companyQuery, useDeleteCompany } from "./queries.ts";
import { formatCount } from "#web/ui/format.ts";

/** All companies, or the one named in the URL. */
export default function Companies() {
  const address = useSearchParams(shownNames);
  const opened = address.number("company");
  const edited = address.number("edit");
  const close = () => address.open({ edit: undefined });
  // the pressed element disappears with its screen: focus goes to the start of the other one, or back to its card
  const shown = useRef(opened);
  useEffect(() => {
    const card = document.getElementById(`company-${shown.current}`);
    if (card !== null) card.focus();
    else if (shown.current !== opened) document.querySelector("main")?.focus({ preventScroll: true });
    shown.current = opened;
  }, [opened]);
  return (
    <Page>
      {opened === undefined ? (
        <>
          <PageHeader title="Companies" subtitle="Every organization on this installation">
            <DeletedCompanies />
            <Button
              tone="primary"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => address.open({ edit: "new" })}
            >
              Add Company
            </Button>
          </PageHeader>
          <CompanyCards />
        </>
      ) : (
        <CompanyDetail
          key={opened}
          id={opened}
          onEdit={() => address.open({ edit: opened })}
          onBack={() => address.open({ company: undefined, users: undefined, workspaces: undefined })}
        />
      )}
      {address.text("edit") === "new" && (
        <CompanyEditor
          company={null}
          onClose={close}
          onCreated={({ id }) => address.open({ edit: undefined, company: id })}
        />
      )}
      {edited !== undefined && (
        <RefetchedForm key={edited} query={companyQuery(edited)} title="Edit Company" onClose={close}>
          {(company) => <CompanyEditor company={company} onClose={close} />}
        </RefetchedForm>
      )}
    </Page>
  );
}

const shownNames = ["company", "edit"];

function CompanyCards() {
  const queries = useQueryClient();
  const { open } = useSetSearchParams();
  const list = useQuery(companiesQuery(useCardRequest()));
  const [deleting, setDeleting] = useState<Company | null>(null);
  const remove = useDeleteCompany();
  const onOpen = useCallback(
    (company: Company) => {
      // shows the card's data immediately
      queries.setQueryData(companyQuery(company.id).queryKey, company);
      open({ company: company.id });
    },
    [queries, open],
  );
  const onEdit = useCallback((company: Company) => open({ edit: company.id }), [open]);
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
      <CardList
        things="companies"
        list={list}
        failure="Failed to load companies"
        none="No companies yet. Each has its own people, themes and record."
        nothingFound="No company matches your search."
        card={(company) => (
          <CompanyCard
            key={company.id}
            company={company}
            onOpen={onOpen}
            onEdit={onEdit}
            onDelete={setDeleting}
          />
        )}
        add={<AddCard onClick={() => open({ edit: "new" })}>Add Company</AddCard>}
      />
      {deleting !== null && (
        <Confirm
          key={deleting.id}
          opened
          question="Are you sure you want to delete this company?"
          action="Delete"
          typed={deleting.name}
          onClose={() => setDeleting(null)}
          onConfirm={confirm}
        >
          <p>
            '{deleting.name}' with {formatCount(deleting.workspaceCount, "workspace")} will be closed
            immediately and {formatCount(deleting.activeUserCount - deleting.invitedUserCount, "active user")}{" "}
            signed out. Past answers stay on record. For 30 days a super admin can restore it, without its
            model keys.
          </p>
        </Confirm>
      )}
    </>
  );
}
