import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { Theme } from "#contract/themes.ts";
import { useUser } from "../session.tsx";
import { useCompany } from "../shell/company.ts";
import { Button } from "../ui/button.tsx";
import { useAddress } from "../ui/address.ts";
import { AddCard, CardGrid } from "../ui/cards.tsx";
import { cardsPerPage, useCardPage } from "../ui/card-page.ts";
import { reasonOf } from "../ui/change.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Pages } from "../ui/pages.tsx";
import { Empty, Page, PageHeader, Problem, Spinner } from "../ui/parts.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { toastError } from "../ui/toast.tsx";
import { themesQuery, useDeleteTheme } from "./queries.ts";
import { ThemeCard } from "./theme-card.tsx";

// forms, tags, uploads: more than the list itself
const ThemeEditor = lazy(() => import("./theme-editor.tsx"));

/** From here on nobody finds a card by looking. */
const searchFrom = 9;

export default function Themes() {
  const { companyId } = useCompany();
  const { data, isError, refetch } = useQuery(themesQuery(companyId));
  const user = useUser();
  const spansCompanies = user.role === "super_admin" && companyId === undefined;
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const address = useAddress();
  const [deleting, setDeleting] = useState<Theme | null>(null);
  const remove = useDeleteTheme();
  // which theme is open, and on which tab, stands in the address: a notification leads right to it
  const open = useCallback(
    (theme?: number | "new", tab?: string) =>
      void navigate({ to: "/themes", search: (previous) => ({ ...previous, theme, tab }) }),
    [navigate],
  );
  const onEdit = useCallback((theme: Theme, tab?: string) => open(theme.id, tab), [open]);
  const edited =
    search.theme === "new" ? "new" : (data?.find((theme) => theme.id === Number(search.theme)) ?? null);
  const sought = address.text("q").trim();
  const shown = useMemo(
    () =>
      (data ?? []).filter((theme) =>
        `${theme.name} ${theme.purpose}`.toLowerCase().includes(sought.toLowerCase()),
      ),
    [data, sought],
  );
  const { page, cards, isBusy } = useCardPage(shown);

  return (
    <Page>
      <PageHeader title="Themes" subtitle="Create and manage AI chatbot themes with custom knowledge bases">
        {(data?.length ?? 0) >= searchFrom && (
          <SearchInput
            label="Search themes"
            placeholder="Search themes"
            value={address.text("q")}
            onSearch={(q) => address.refine({ q, page: undefined })}
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
        <>
          {shown.length === 0 && sought !== "" && <Empty>No theme is called like that.</Empty>}
          <CardGrid isBusy={isBusy}>
            {cards.map((theme) => (
              <ThemeCard
                key={theme.id}
                theme={theme}
                company={spansCompanies ? theme.companyName : undefined}
                onEdit={onEdit}
                onDelete={setDeleting}
              />
            ))}
            <AddCard onClick={() => open("new")}>Create New Theme</AddCard>
          </CardGrid>
          {shown.length > cardsPerPage && (
            <Pages label="Pages of themes" page={page} pageSize={cardsPerPage} total={shown.length} />
          )}
        </>
      )}
      {edited !== null && (
        <Suspense>
          <ThemeEditor
            key={edited === "new" ? "new" : edited.id}
            theme={edited === "new" ? null : edited}
            tab={typeof search.tab === "string" ? search.tab : "general"}
            onTab={(tab) => open(edited === "new" ? "new" : edited.id, tab)}
            onClose={() => open(undefined, undefined)}
          />
        </Suspense>
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
