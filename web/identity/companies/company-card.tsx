import { Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { Card, Count } from "#web/ui/cards.tsx";
import { PeopleCounts } from "#web/identity/workspaces/people-counts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Badge } from "#web/ui/parts.tsx";

type Props = {
  company: Company;
  onOpen(company: Company): void;
  onEdit(company: Company): void;
  onDelete(company: Company): void;
};

/** Re-renders when the company changes, not when the URL does. */
export const CompanyCard = memo(function CompanyCard({ company, onOpen, onEdit, onDelete }: Props) {
  return (
    <Card
      id={`company-${company.id}`}
      name={company.name}
      text={company.description}
      onOpen={() => onOpen(company)}
      actions={
        <>
          <IconButton icon={Pencil} label={`Edit ${company.name}`} onClick={() => onEdit(company)} />
          <IconButton icon={Trash2} label={`Delete ${company.name}`} onClick={() => onDelete(company)} />
        </>
      }
      badges={<ApiStatus company={company} />}
    >
      <Count value={company.workspaceCount} one="workspace" many="workspaces" />
      <PeopleCounts
        companyId={company.id}
        people={company.activeUserCount}
        invited={company.invitedUserCount}
      />
    </Card>
  );
});

/** Connected means that a Smart key is stored; the last check says whether it works. */
export function ApiStatus({ company }: { company: Company }) {
  const isConnected = company.openaiApiKey !== null;
  const hasFailed =
    (isConnected && company.smartKeyCheck?.ok === false) ||
    (company.xaiApiKey !== null && company.smarterKeyCheck?.ok === false);
  // a model without a key answers nothing, so its retirement doesn't matter
  const ending = [
    ...(company.openaiApiKey === null ? [] : [company.smartModel.retirement]),
    ...(company.xaiApiKey === null ? [] : [company.smarterModel.retirement]),
  ].filter((retirement) => retirement !== null);
  const isRetired = ending.some((retirement) => retirement.isPast);
  return (
    <>
      <span title={isConnected ? "Model key stored" : "Model key pending"}>
        <Badge tone={isConnected ? "ok" : "plain"}>{isConnected ? "Connected" : "Pending"}</Badge>
      </span>
      {hasFailed && <Badge tone="warn">key check failed</Badge>}
      {isRetired ? (
        <Badge tone="bad">model retired</Badge>
      ) : (
        ending.length > 0 && <Badge tone="warn">model retires soon</Badge>
      )}
    </>
  );
}
