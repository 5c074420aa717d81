import { FileButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { useState } from "react";
import { maximumImportLines, type ImportLine } from "#contract/identity/user-import.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyField } from "#web/kernel/company-scope/company-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { workspacesQuery } from "#web/identity/workspaces/queries.ts";
import { readText, saveTemplate } from "./import-file.ts";
import { ImportLines } from "./import-lines.tsx";
import { useImportUsers } from "./queries.ts";
import classes from "./import-dialog.module.css";
import { formatCount } from "#web/ui/format.ts";

/** Users from a CSV file: first a preview of each line, then, on confirmation, the invitations. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { companyId: shown, canChoose } = useCompany();
  const [companyId, setCompanyId] = useState<number | undefined>(canChoose ? shown : undefined);
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [invited, setInvited] = useState<{ count: number; lines: ImportLine[] } | null>(null);
  const isReady = !canChoose || companyId !== undefined;
  // an existing workspace, for the template
  const example = useQuery({
    ...workspacesQuery({ companyId, sort: "createdAt", page: 1, pageSize: 1 }),
    enabled: isReady,
  });
  const check = useImportUsers();
  const run = useImportUsers();
  const choose = async (chosen: File | null) => {
    if (chosen === null) return;
    const csv = await readText(chosen);
    setFile({ name: chosen.name, csv });
    check.mutate({ csv, companyId, dryRun: true });
  };
  const invite = async () => {
    if (file === null) return;
    try {
      const answer = await run.mutateAsync({ csv: file.csv, companyId, dryRun: false });
      setInvited({ count: answer.invited, lines: answer.lines });
      toast(`${formatCount(answer.invited, "user")} invited`);
    } catch (error) {
      toastError("The users were not imported", reasonOf(error));
    }
  };
  const plan = check.data;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title="Import Users"
      // an accidental click must not discard the checked list
      closeOnClickOutside={file === null}
    >
      {invited !== null ? (
        <>
          <p className={classes.summary} role="status">
            {formatCount(invited.count, "user was", "users were")} invited. Temporary passwords and
            invitations are being prepared; they appear in the table as they become ready.
          </p>
          <ImportLines lines={invited.lines} />
          <DialogActions>
            <Button tone="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      ) : (
        <>
          <p className={classes.hint}>
            A CSV file with the columns Email, First Name, Last Name, Role (Agent or Workspace Admin) and
            Workspaces (separated by semicolons, the primary one first). Up to{" "}
            {maximumImportLines.toLocaleString("en")} lines.
          </p>
          {canChoose && (
            <CompanyField
              className={classes.company}
              companyId={companyId ?? null}
              onChoose={(company) => {
                setCompanyId(company ?? undefined);
                setFile(null);
                check.reset();
              }}
            />
          )}
          <div className={classes.choose}>
            <FileButton onChange={(chosen) => void choose(chosen)} accept=".csv,text/csv" disabled={!isReady}>
              {(props) => (
                <Button {...props} disabled={!isReady} leftSection={<FileUp size={15} aria-hidden />}>
                  {file === null ? "Choose File" : "Choose Another File"}
                </Button>
              )}
            </FileButton>
            <Button
              tone="quiet"
              leftSection={<Download size={15} aria-hidden />}
              onClick={() => saveTemplate(example.data?.rows[0]?.name ?? "Contact Center")}
            >
              Download Template
            </Button>
            {file !== null && <span className={classes.file}>{file.name}</span>}
          </div>
          {check.isPending ? (
            <Spinner label="Checking the file" />
          ) : check.isError ? (
            <Problem>{check.error.message}</Problem>
          ) : (
            plan !== undefined && (
              <>
                <p className={classes.summary} role="status">
                  {summaryOf(plan.invited, plan.lines.length)} Nothing has been changed yet.
                </p>
                <ImportLines lines={plan.lines} />
              </>
            )
          )}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              tone="primary"
              disabled={plan === undefined || plan.invited === 0 || run.isPending}
              onClick={() => void invite()}
            >
              {run.isPending
                ? "Inviting..."
                : plan === undefined || plan.invited === 0
                  ? "Invite Users"
                  : `Invite ${formatCount(plan.invited, "User")}`}
            </Button>
          </DialogActions>
        </>
      )}
    </Modal>
  );
}

function summaryOf(invited: number, lines: number): string {
  const left = lines - invited;
  const would = `${invited.toLocaleString()} of ${formatCount(lines, "line")} would be invited`;
  if (left === 0) return `${would}.`;
  return `${would}, ${left.toLocaleString()} would be left out.`;
}
