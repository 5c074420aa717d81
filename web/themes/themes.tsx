import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Theme } from "#contract/themes.ts";
import { useCompany } from "../shell/company.ts";
import { Button } from "../ui/button.tsx";
import { reasonOf } from "../ui/change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Page, PageHeader, Problem, Spinner } from "../ui/parts.tsx";
import { toastError } from "../ui/toast.tsx";
import { themesQuery, useDeleteTheme } from "./queries.ts";
import { ThemeCard } from "./theme-card.tsx";
import { ThemeEditor } from "./theme-editor.tsx";
import classes from "./themes.module.css";

const searchFrom = 9;

export default function Themes() {
  const { companyId } = useCompany();
  const { data, isError, refetch } = useQuery(themesQuery(companyId));
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<Theme | null>(null);
  const remove = useDeleteTheme();
  // which theme is open, and on which tab, stands in the address: a notification leads right to it
  const open = (theme?: number | "new", tab?: string) =>
    void navigate({ to: "/themes", search: (previous) => ({ ...previous, theme, tab }) });
  const edited =
    search.theme === "new" ? "new" : (data?.find((theme) => theme.id === Number(search.theme)) ?? null);
  const sought = typeof search.q === "string" ? search.q : "";
  const shown = (data ?? []).filter((theme) =>
    `${theme.name} ${theme.purpose}`.toLowerCase().includes(sought.toLowerCase()),
  );

  return (
    <Page>
      <PageHeader title="Themes" subtitle="Create and manage AI chatbot themes with custom knowledge bases">
        {(data?.length ?? 0) >= searchFrom && (
          <TextInput
            aria-label="Search themes"
            placeholder="Search themes"
            value={sought}
            onChange={(event) =>
              void navigate({
                to: "/themes",
                search: (previous) => ({ ...previous, q: event.target.value || undefined }),
                replace: true,
              })
            }
          />
        )}
        <Button tone="primary" leftSection={<Plus size={16} aria-hidden />} onClick={() => open("new")}>
          Create Theme
        </Button>
      </PageHeader>
      {isError ? (
        <Problem onRetry={() => void refetch()}>Failed to load themes</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <div className={classes.grid}>
          {shown.map((theme) => (
            <ThemeCard
              key={theme.id}
              theme={theme}
              onEdit={(tab) => open(theme.id, tab)}
              onDelete={() => setDeleting(theme)}
            />
          ))}
          <button type="button" className={classes.add} onClick={() => open("new")}>
            <Plus size={20} aria-hidden />
            Create New Theme
          </button>
        </div>
      )}
      {edited !== null && (
        <ThemeEditor
          key={edited === "new" ? "new" : edited.id}
          theme={edited === "new" ? null : edited}
          tab={typeof search.tab === "string" ? search.tab : "general"}
          onTab={(tab) => open(edited === "new" ? "new" : edited.id, tab)}
          onClose={() => open(undefined, undefined)}
        />
      )}
      <Confirm
        opened={deleting !== null}
        question="Are you sure you want to delete this theme?"
        action="Delete"
        onClose={() => setDeleting(null)}
        onConfirm={async () => {
          if (deleting === null) return;
          try {
            await remove.mutateAsync(deleting.id);
            setDeleting(null);
          } catch (failure) {
            console.warn("theme delete failed", failure);
            toastError("Error", reasonOf(failure));
          }
        }}
      >
        <p>'{deleting?.name}' can no longer be asked. What it answered stays on record.</p>
      </Confirm>
    </Page>
  );
}
