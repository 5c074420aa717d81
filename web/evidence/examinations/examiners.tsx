import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Examiner } from "#contract/evidence/examinations.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyChoice } from "#web/kernel/company-scope/company-choice.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { formatCalendarDay, formatDateTime } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Badge, Empty, Page, PageHeader, Problem, Spinner } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { InvitationResult, type Invitation } from "#web/identity/users/invitation-result.tsx";
import { ExaminerForm } from "./examiner-form.tsx";
import { examinersQuery, useEndExamination } from "./queries.ts";
import { scopeWords } from "./scope-words.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./examinations.module.css";

/** External access to the record: who, which part, for what purpose, and until when. */
export default function ExaminersScreen() {
  const { canChoose, companyId } = useCompany();
  const [edited, setEdited] = useState<Examiner | "new" | null>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const isChosen = !canChoose || companyId !== undefined;
  return (
    <Page>
      <PageHeader title="Examiners" subtitle="Outsiders who can read part of the record">
        <div className={classes.turns}>
          {canChoose && <CompanyChoice label="Company whose examiners are shown" none="No company" />}
          {isChosen && (
            <Button tone="primary" onClick={() => setEdited("new")}>
              Invite examiner
            </Button>
          )}
        </div>
      </PageHeader>
      {isChosen ? <Examiners onEdit={setEdited} /> : <Empty>Choose a company to see its examiners.</Empty>}
      {edited !== null && (
        <ExaminerForm
          examiner={edited === "new" ? null : edited}
          onInvited={setInvitation}
          onClose={() => setEdited(null)}
        />
      )}
      {invitation !== null && (
        <InvitationResult
          who="Examiner"
          invited={{ invitations: [invitation], refused: [] }}
          onClose={() => setInvitation(null)}
        />
      )}
    </Page>
  );
}

function Examiners({ onEdit }: { onEdit(examiner: Examiner): void }) {
  const { companyId } = useCompany();
  const list = useQuery(examinersQuery(companyId));
  const [ending, setEnding] = useState<Examiner | null>(null);
  const end = useEndExamination();
  if (list.error !== null) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined) return <Spinner />;
  if (list.data.length === 0) return <Empty>No examiners have been invited yet.</Empty>;
  const confirm = async () => {
    if (ending === null) return;
    try {
      await end.mutateAsync(ending.id);
      toast("Examination ended");
      setEnding(null);
    } catch (failure) {
      toastError("The examination was not ended", reasonOf(failure));
    }
  };
  return (
    <>
      <ul className={classes.rows} aria-label="Examiners">
        {list.data.map((examiner) => (
          <li key={examiner.id} className={classes.line}>
            <div>
              <p className={classes.name}>
                {examiner.name} {examiner.isOpen ? <Badge tone="ok">Open</Badge> : <Badge>Ended</Badge>}
              </p>
              <p>{examiner.purpose}</p>
              <p className={classes.meta}>
                {joinFacts([scopeWords(examiner), `until ${formatCalendarDay(examiner.endsOn)}`])}
              </p>
              <p className={classes.meta}>
                {examiner.lookedAt === null
                  ? "Nothing opened yet"
                  : `Last opened ${formatDateTime(examiner.lookedAt)}`}
              </p>
            </div>
            {examiner.isOpen && (
              <div className={classes.turns}>
                <Button size="xs" onClick={() => onEdit(examiner)} aria-label={`Edit ${examiner.name}`}>
                  Edit
                </Button>
                <Button
                  size="xs"
                  tone="danger"
                  onClick={() => setEnding(examiner)}
                  aria-label={`End the examination of ${examiner.name}`}
                >
                  End
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        opened={ending !== null}
        question="End this examination?"
        action="End examination"
        onConfirm={confirm}
        onClose={() => setEnding(null)}
      >
        <p>{`${ending?.name} will be signed out immediately and can no longer sign in. Everything they opened stays on record.`}</p>
      </Confirm>
    </>
  );
}
