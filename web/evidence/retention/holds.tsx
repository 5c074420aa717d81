import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Hold } from "#contract/evidence/holds.ts";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogForm } from "#web/ui/form.tsx";
import { formatCalendarDay, formatDateTime } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { HoldForm } from "./hold-form.tsx";
import { holdsPerPage, holdsQuery, useLiftHold } from "./queries.ts";
import { ReasonField } from "./reason-field.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./retention.module.css";

/** Items kept past their period, by whom and why; lifted holds stay in the list. */
export function Holds() {
  const { companyId } = useCompany();
  const mayEdit = useMay("hold:edit");
  const page = useSearchParams().number("page") ?? 1;
  const list = useQuery(holdsQuery(companyId, page));
  const [isSetting, setSetting] = useState(false);
  const [lifting, setLifting] = useState<Hold | null>(null);
  return (
    <Section
      title="Holds"
      about="While a hold is active, data that meets all its conditions is not erased, however old it is."
      action={mayEdit && <Button onClick={() => setSetting(true)}>Set a hold</Button>}
    >
      <PagedList
        things="holds"
        list={list}
        page={page}
        pageSize={holdsPerPage}
        shape="lines"
        empty={<Empty>No holds have been set.</Empty>}
      >
        {(holds, isBusy) => (
          <ul className={classes.holds} aria-label="Holds" aria-busy={isBusy || undefined}>
            {holds.map((hold) => (
              <HoldLine key={hold.id} hold={hold} onLift={mayEdit ? () => setLifting(hold) : null} />
            ))}
          </ul>
        )}
      </PagedList>
      <HoldForm opened={isSetting} onClose={() => setSetting(false)} />
      {lifting !== null && <LiftForm hold={lifting} onClose={() => setLifting(null)} />}
    </Section>
  );
}

/** A hold's conditions as text: "Dana Whitfield · Theme Returns · Mar 1, 2026 to Mar 31, 2026". */
function wordsOf({ person, theme, document, from, to }: Hold): string {
  return joinFacts([
    ...(person === null ? [] : [person.name]),
    ...(theme === null ? [] : [`Theme ${theme.name}`]),
    ...(document === null ? [] : [document.name]),
    ...daysOf(from, to),
  ]);
}

function daysOf(from: string | null, to: string | null): string[] {
  if (from === null && to === null) return [];
  const [first, last] = [from, to].map((isoDay) => (isoDay === null ? null : formatCalendarDay(isoDay)));
  if (last === null) return [`From ${first} on`];
  return [first === null ? `Up to ${last}` : `${first} to ${last}`];
}

function HoldLine({ hold, onLift }: { hold: Hold; onLift: (() => void) | null }) {
  const { reason, setBy, setAt, lifted } = hold;
  return (
    <li>
      <div>
        <p className={classes.name}>
          {wordsOf(hold)} {lifted === null ? <Badge tone="warn">Active</Badge> : <Badge>Lifted</Badge>}
        </p>
        <p>{reason}</p>
        <p className={classes.meta}>{`Set by ${setBy}, ${formatDateTime(setAt)}`}</p>
        {lifted !== null && (
          <p className={classes.meta}>
            {`Lifted by ${lifted.by}, ${formatDateTime(lifted.at)}: ${lifted.reason}`}
          </p>
        )}
      </div>
      {lifted === null && onLift !== null && (
        <Button size="xs" onClick={onLift} aria-label={`Lift the hold ${wordsOf(hold)}`}>
          Lift
        </Button>
      )}
    </li>
  );
}

function LiftForm({ hold, onClose }: { hold: Hold; onClose(): void }) {
  const [reason, setReason] = useState("");
  const lift = useLiftHold();
  const save = async () => {
    try {
      await lift.mutateAsync({ id: hold.id, reason });
      toast("Hold lifted");
      onClose();
    } catch (failure) {
      toastError("The hold was not lifted", reasonOf(failure));
    }
  };
  return (
    <Modal opened onClose={onClose} title="Lift this hold?">
      <DialogForm
        action="Lift hold"
        busy="Lifting..."
        canSave={reason.trim() !== ""}
        isSaving={lift.isPending}
        onSave={() => void save()}
        onCancel={onClose}
      >
        <p className={classes.name}>{wordsOf(hold)}</p>
        <p>Data that no other hold protects and whose period is over is erased the following night.</p>
        <ReasonField reason={reason} onChange={setReason} />
      </DialogForm>
    </Modal>
  );
}
