import { useQuery } from "@tanstack/react-query";
import { CodeXml, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { ApiKey } from "#contract/identity/api-keys.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatDate, formatDateTime } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { Section } from "#web/ui/section.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Webhooks } from "#web/notices/webhooks/webhooks.tsx";
import { HowToConnect } from "./how-to-connect.tsx";
import { EmbedWidget } from "./embed-widget.tsx";
import { KeyEditor } from "./key-editor.tsx";
import { apiKeysQuery, useRevokeKey } from "./queries.ts";
import { carriedNames } from "./scope-names.ts";
import { WidgetEditor } from "./widget-editor.tsx";
import cells from "#web/ui/table-cells.module.css";
import classes from "./connections.module.css";

/** A company's integrations: API keys for asking, webhooks for events. */
export default function Connections() {
  const { companyId, spansCompanies } = useCompany();
  const { data, error, refetch } = useQuery(apiKeysQuery(companyId));
  const [adding, setAdding] = useState<"key" | "widget" | null>(null);
  const [embedding, setEmbedding] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useRevokeKey();
  const columns = useMemo(() => columnsOf(spansCompanies, setRevoking, setEmbedding), [spansCompanies]);
  const confirm = async () => {
    if (revoking === null) return;
    try {
      await revoke.mutateAsync(revoking.id);
      toast("Key revoked");
      setRevoking(null);
    } catch (failure) {
      toastError("The key was not revoked", reasonOf(failure));
    }
  };
  return (
    <SequentialReveal>
      <Section
        title="API keys"
        about="A key lets another program ask the themes you choose, a widget the visitors of your website. Questions are recorded under its name."
        action={
          <div className={classes.actions}>
            <Button
              leftSection={<CodeXml size={16} aria-hidden />}
              disabled={spansCompanies}
              onClick={() => setAdding("widget")}
            >
              Create widget
            </Button>
            <Button
              leftSection={<Plus size={16} aria-hidden />}
              disabled={spansCompanies}
              onClick={() => setAdding("key")}
            >
              Create key
            </Button>
          </div>
        }
      >
        {spansCompanies && <p className={classes.hint}>Choose a company to create a key for it.</p>}
        {error !== null ? (
          <FetchProblem error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Waiting shape="rows" />
        ) : data.length === 0 ? (
          <Empty>No keys yet. Create one to connect your website, your help desk or an assistant.</Empty>
        ) : (
          <DataTable label="List of API keys" columns={columns} rows={data} keyOf={(key) => String(key.id)} />
        )}
        <HowToConnect secret={null} themeId={data?.find(isForPrograms)?.themes[0]?.id ?? null} />
        {adding === "key" && <KeyEditor companyId={companyId} onClose={() => setAdding(null)} />}
        {adding === "widget" && (
          <WidgetEditor companyId={companyId} onClose={() => setAdding(null)} onCreated={setEmbedding} />
        )}
        {embedding !== null && <EmbedWidget of={embedding} onClose={() => setEmbedding(null)} />}
        <Confirm
          opened={revoking !== null}
          question={`Are you sure you want to revoke ${revoking?.name ?? "this key"}?`}
          action="Revoke"
          onClose={() => setRevoking(null)}
          onConfirm={confirm}
        >
          <p>The next call of any program that uses it is refused. A revoked key cannot be used again.</p>
        </Confirm>
      </Section>
      <Webhooks />
    </SequentialReveal>
  );
}

const isForPrograms = ({ status, widget }: ApiKey) => status === "active" && widget === null;

function columnsOf(
  spansCompanies: boolean,
  onRevoke: (key: ApiKey) => void,
  onEmbed: (key: ApiKey) => void,
): Column<ApiKey>[] {
  return [
    {
      label: "Key",
      wraps: true,
      phone: "title",
      render: (key) => (
        <>
          <span className={cells.name}>{key.name}</span>
          <div className={cells.quiet}>
            …{key.lastFour}
            {spansCompanies && `, ${key.companyName}`}
          </div>
        </>
      ),
    },
    {
      label: "May",
      wraps: true,
      render: ({ scopes, allowedOrigins }) => (
        <>
          {scopes.map((scope) => carriedNames[scope]).join(", ")}
          {allowedOrigins.length > 0 && (
            <div className={cells.quiet}>{allowedOrigins.map(withoutScheme).join(", ")}</div>
          )}
        </>
      ),
    },
    { label: "Themes", wraps: true, render: (key) => <Themes of={key} /> },
    {
      label: "Last used",
      render: (key) => (key.lastUsedAt === null ? "Never" : formatDateTime(key.lastUsedAt)),
    },
    {
      label: "Ends",
      render: ({ status, expiresAt }) =>
        status === "revoked" ? "–" : expiresAt === null ? "When revoked" : formatDate(expiresAt),
    },
    {
      label: "Status",
      phone: "fact",
      render: ({ status }) => (
        <Badge tone={status === "active" ? "ok" : "plain"}>
          {{ active: "Active", expired: "Expired", revoked: "Revoked" }[status]}
        </Badge>
      ),
    },
    {
      label: "Actions",
      phone: "actions",
      render: (key) =>
        key.status === "revoked" ? null : (
          <div className={cells.icons}>
            {key.widget !== null && key.status === "active" && (
              <IconButton icon={CodeXml} label={`Embed ${key.name}`} onClick={() => onEmbed(key)} />
            )}
            <IconButton icon={Trash2} label={`Revoke ${key.name}`} onClick={() => onRevoke(key)} />
          </div>
        ),
    },
  ];
}

const withoutScheme = (origin: string) => origin.replace(/^https:\/\//, "");

/** The first of many themes; the title lists all of them. */
const shownThemes = 2;

function Themes({ of: { themes } }: { of: ApiKey }) {
  const names = themes.map(({ name }) => name);
  const more = names.length - shownThemes;
  return (
    <span title={names.join("\n")}>
      {names.length === 0 ? "None left" : names.slice(0, shownThemes).join(", ")}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}
