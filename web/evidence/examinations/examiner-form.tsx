import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Examiner } from "#contract/evidence/examinations.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { themeSource } from "#web/knowledge/themes/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogForm, Pair } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import type { Invitation } from "#web/identity/users/invitation-result.tsx";
import { EmailField, NameFields } from "#web/identity/users/person-fields.tsx";
import { useInviteExaminer, useUpdateExaminer } from "./queries.ts";
import classes from "./examinations.module.css";

type Props = { examiner: Examiner | null; onInvited(invitation: Invitation): void; onClose(): void };

/** Invites an examiner, or changes an examiner's access. */
export function ExaminerForm({ examiner, onInvited, onClose }: Props) {
  const { companyId } = useCompany();
  const [person, setPerson] = useState({ email: "", firstName: "", lastName: "" });
  const [opened] = useState(examiner);
  const [scope, setScope] = useState({
    purpose: examiner?.purpose ?? "",
    from: examiner?.from ?? "",
    to: examiner?.to ?? "",
    endsOn: examiner?.endsOn ?? "",
  });
  const [themes, setThemes] = useState(examiner?.themes ?? []);
  const invite = useInviteExaminer();
  const update = useUpdateExaminer();
  const source = themeSource(companyId, false);
  const change = (part: Partial<typeof scope>) => setScope((all) => ({ ...all, ...part }));
  const isTurned = scope.from !== "" && scope.to !== "" && scope.from > scope.to;
  const isWhole =
    Object.values(scope).every((value) => value.trim() !== "") &&
    !isTurned &&
    (examiner !== null || person.email.trim() !== "");
  const save = async () => {
    const themeIds = themes.map(({ id }) => id);
    try {
      if (opened === null) {
        const email = person.email.trim();
        const answer = await invite.mutateAsync({ ...person, ...scope, email, themeIds, companyId });
        onInvited({ email, emailSent: answer.emailSent, tempPassword: answer.tempPassword });
      } else {
        await update.mutateAsync({ opened, values: { ...scope, themeIds } });
        toast("Examination changed");
      }
      onClose();
    } catch (failure) {
      toastError(examiner === null ? "Nobody was invited" : "Nothing was changed", reasonOf(failure));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={examiner === null ? "Invite examiner" : examiner.name}>
      <DialogForm
        action={examiner === null ? "Invite" : "Save"}
        canSave={isWhole}
        isSaving={invite.isPending || update.isPending}
        onSave={() => void save()}
        onCancel={onClose}
      >
        {examiner === null && (
          <>
            <EmailField email={person.email} onChange={(email) => setPerson((all) => ({ ...all, email }))} />
            <NameFields person={person} onChange={(part) => setPerson((all) => ({ ...all, ...part }))} />
          </>
        )}
        <Textarea
          label="Purpose"
          required
          autosize
          minRows={2}
          maxLength={1000}
          value={scope.purpose}
          onChange={(event) => change({ purpose: event.currentTarget.value })}
        />
        <Pair>
          <TextInput
            type="date"
            required
            label="First day to read (UTC)"
            value={scope.from}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            required
            label="Last day to read (UTC)"
            value={scope.to}
            error={isTurned ? "This is before the first day" : null}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </Pair>
        <div>
          <RemoteSelect
            label="Themes"
            description={themes.length === 0 ? "None chosen: all themes" : "Only these"}
            placeholder="Add a theme"
            source={source}
            chosen={null}
            onChoose={(row) =>
              row !== null &&
              setThemes((all) =>
                all.some(({ id }) => id === row.id)
                  ? all
                  : [...all, { id: row.id, name: source.labelOf(row) }],
              )
            }
          />
          {themes.length > 0 && (
            <ul className={classes.themes} aria-label="Themes the examiner can read">
              {themes.map(({ id, name }) => (
                <li key={id}>
                  <span>{name}</span>
                  <Button
                    size="xs"
                    tone="quiet"
                    aria-label={`Remove ${name}`}
                    onClick={() => setThemes((all) => all.filter((theme) => theme.id !== id))}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <TextInput
          type="date"
          required
          label="Ends after (UTC)"
          description="The examiner's last day of access"
          value={scope.endsOn}
          onChange={(event) => change({ endsOn: event.currentTarget.value })}
        />
      </DialogForm>
    </Modal>
  );
}
