import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { addresseesIn, mostAddressees, type Addressee } from "#web/identity/users/addresses.ts";
import type { Invited } from "#web/identity/users/invitation-result.tsx";
import { useInviteUser } from "#web/identity/users/queries.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { failureText } from "#web/ui/failure-text.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useSaveWorkspace } from "#web/identity/workspaces/queries.ts";
import { InviteNames } from "./invite-names.tsx";
import { WorkspaceField, type ChosenWorkspace } from "./workspace-field.tsx";

type Props = { company: Company; onClose(): void; onInvited(invited: Invited): void };

type Names = Record<string, Pick<Addressee, "firstName" | "lastName">>;

/** Invite User: addresses with their names, a role, and a workspace that is made on the way if need be. */
export default function InviteDialog({ company, onClose, onInvited }: Props) {
  const [typed, setTyped] = useState("");
  const [names, setNames] = useState<Names>({});
  const [role, setRole] = useState<"agent" | "workspace_admin">("agent");
  const [workspace, setWorkspace] = useState<ChosenWorkspace>(
    company.workspaceCount === 0 ? { newName: "" } : null,
  );
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const invite = useInviteUser();
  const create = useSaveWorkspace();
  const { people, invalid, repeated } = addresseesIn(typed);
  const addressees = people.map((person) => ({ ...person, ...names[person.email] }));
  const isReady = people.length > 0 && people.length <= mostAddressees && isChosen(workspace);
  // awaited, to show the passwords even if the dialog was closed by then
  const submit = async () => {
    setFailure(null);
    setSent(0);
    try {
      const { id } = await workspaceOf(workspace);
      const invited = await inviteEach(addressees, id);
      const [only] = invited.refused;
      if (invited.invitations.length === 0 && invited.refused.length === 1 && only !== undefined)
        setFailure(only.reason);
      else if (invited.invitations.length === 0)
        setFailure(invited.refused.map(({ email, reason }) => `${email}: ${reason}`).join(" "));
      else
        onInvited({
          ...invited,
          refused: [
            ...invited.refused,
            ...invalid.map((email) => ({ email, reason: "This is not a full address." })),
          ],
        });
    } catch (error) {
      setFailure(failureText("Failed to save workspace", error));
    } finally {
      setSent(null);
    }
  };
  const workspaceOf = async (choice: ChosenWorkspace): Promise<{ id: number }> => {
    if (choice === null) throw new Error("no workspace is chosen");
    if ("id" in choice) return choice;
    const created = await create.mutateAsync({
      name: choice.newName,
      companyId: company.id,
      opened: null,
    });
    if (created === undefined) throw new Error("the workspace was not created");
    // a second try uses the one that exists by now
    setWorkspace(created);
    return created;
  };
  /** One after the other: each is authorized, recorded and answered for itself. */
  const inviteEach = async (those: Addressee[], workspaceId: number): Promise<Invited> => {
    const done: Invited = { invitations: [], refused: [] };
    for (const [index, person] of those.entries()) {
      setSent(index);
      try {
        const { emailSent, tempPassword } = await invite.mutateAsync({
          ...person,
          role,
          companyId: company.id,
          workspaceId,
        });
        done.invitations.push({ email: person.email, emailSent, tempPassword });
      } catch (error) {
        done.refused.push({ email: person.email, reason: invitingFailure(error) });
      }
    }
    return done;
  };
  return (
    <Modal opened onClose={onClose} title="Invite User">
      <DialogForm
        action="Send Invitation"
        busy={people.length > 1 && sent !== null ? `Sending ${sent + 1} of ${people.length}` : "Sending..."}
        canSave={isReady}
        isSaving={sent !== null}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <Textarea
          label="Email"
          description="Several addresses are separated by commas, spaces or line breaks."
          required
          data-autofocus
          autoComplete="off"
          inputMode="email"
          autosize
          maxRows={6}
          maxLength={20_000}
          value={typed}
          error={problemOf({ people, invalid, repeated })}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <InviteNames
          people={addressees.slice(0, mostAddressees)}
          onChange={(email, part) =>
            setNames((all) => {
              const { firstName, lastName } = addressees.find((person) => person.email === email) ?? {
                firstName: "",
                lastName: "",
              };
              return { ...all, [email]: { firstName, lastName, ...part } };
            })
          }
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value === "agent" ? "agent" : "workspace_admin")}
          data={[
            { value: "agent", label: "Agent" },
            { value: "workspace_admin", label: "Workspace Admin" },
          ]}
        />
        <WorkspaceField
          companyId={company.id}
          hasSome={company.workspaceCount > 0}
          value={workspace}
          onChange={setWorkspace}
        />
        {failure !== null && <Problem>{failure}</Problem>}
      </DialogForm>
    </Modal>
  );
}

const isChosen = (workspace: ChosenWorkspace) =>
  workspace !== null && ("id" in workspace || workspace.newName.trim() !== "");

function problemOf({ people, invalid, repeated }: ReturnType<typeof addresseesIn>): string | undefined {
  if (people.length > mostAddressees)
    return `Invite at most ${mostAddressees} people at once; these are ${people.length.toLocaleString("en")}.`;
  const listed = new Intl.ListFormat("en");
  // a single address is still being typed
  const incomplete = people.length === 0 ? [] : invalid;
  const parts = [
    ...(incomplete.length === 0
      ? []
      : [
          `${listed.format(shortened(incomplete))} ${incomplete.length === 1 ? "is no full address" : "are no full addresses"} and will not be invited.`,
        ]),
    ...(repeated.length === 0
      ? []
      : [
          `${listed.format(shortened(repeated))} ${repeated.length === 1 ? "stands" : "stand"} there more than once and will be invited once.`,
        ]),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

function shortened(all: string[]): string[] {
  return all.length <= 4 ? all : [...all.slice(0, 3), `${all.length - 3} others`];
}

/** Retrying doesn't help with a taken address: that sentence is shown alone. */
function invitingFailure(failure: unknown): string {
  return reasonOf(failure)?.includes("already exists") === true
    ? "A user with this email already exists."
    : failureText("Failed to invite user. Please try again.", failure);
}
