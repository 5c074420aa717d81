import { SegmentedControl } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { Suspense, useCallback, useState, type ComponentType } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { workspaceQuery } from "#web/identity/workspaces/queries.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams, useSetSearchParams } from "#web/ui/search-params.ts";
import { Button } from "#web/ui/button.tsx";
import { CardList } from "#web/ui/card-list.tsx";
import { useCardRequest } from "#web/ui/card-page.ts";
import { AddCard } from "#web/ui/cards.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { failureText } from "#web/ui/failure-text.ts";
import { RefetchedForm } from "#web/ui/refetched-form.tsx";
import { Page, PageHeader, Problem } from "#web/ui/parts.tsx";
import { SelectionBar } from "#web/ui/selection-bar.tsx";
import { mostSelected, useSelection } from "#web/ui/selection.ts";
import { CopyThemeDialog } from "./copy-theme-dialog.tsx";
import { DeletedThemes } from "./deleted-themes.tsx";
import { allThemes, themeActivityQuery, themeWorkspacesQuery, useDeleteTheme } from "./queries.ts";
import { ThemeCard } from "./theme-card.tsx";
import type { EditorProps } from "./theme-editor.tsx";
import { themeQuery, themesQuery } from "./theme-queries.ts";
import { ThemeFromFiles } from "./theme-from-files.tsx";
import { ThemeRow } from "./theme-row.tsx";
import { ThemesBatch } from "./themes-batch.tsx";
import { useThemesView } from "./themes-view.ts";
import classes from "./themes.module.css";

/** @param Editor the editor, whose last step asks the theme (`web/answering`, which knows themes) */
export function Themes({ Editor }: { Editor: ComponentType<EditorProps> }) {
  const { companyId } = useCompany();
  // the URL holds the open theme and tab: a notification links right to it
  const address = useSearchParams(shownNames);
  const { open, refine } = address;
  const id = address.number("theme");
  /** The theme that was just made of files, until its editor has them. */
  const [made, setMade] = useState<{ id: number; files: File[] } | null>(null);
  const editor = {
    tab: address.text("tab") || "general",
    onTab: (tab: string) => open({ tab }),
    onCreated: (theme: Theme, isStepwise: boolean) =>
      refine({ theme: theme.id, tab: "documents", steps: isStepwise ? "on" : undefined }),
    onClose: () => {
      setMade(null);
      open({ theme: undefined, tab: undefined, steps: undefined });
    },
  };
  return (
    <Page>
      <PageHeader title="Themes" subtitle="Create and manage AI chatbot themes with custom knowledge bases">
        <DeletedThemes />
        <ThemeFromFiles
          onCreated={(theme, files) => {
            setMade({ id: theme.id, files });
            open({ theme: theme.id, tab: "documents", steps: "on" });
          }}
        />
        <Button
          tone="primary"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => open({ theme: "new", tab: undefined })}
        >
          Create Theme
        </Button>
      </PageHeader>
      <ThemeCards key={companyId ?? "all"} isCovered={address.text("theme") !== ""} />
      <Suspense>
        {address.text("theme") === "new" && <Editor key="new" theme={null} isStepwise {...editor} />}
        {id !== undefined && (
          <RefetchedForm key={id} query={themeQuery(id)} title="Edit Theme" onClose={editor.onClose}>
            {(theme) => (
              <Editor
                theme={theme}
                files={made?.id === theme.id ? made.files : undefined}
                isStepwise={address.text("steps") !== ""}
                {...editor}
              />
            )}
          </RefetchedForm>
        )}
      </Suspense>
    </Page>
  );
}

const idOf = ({ id }: Theme) => id;
const shownNames = ["theme", "tab", "steps"];
const listNames = ["workspace"];

/** @param isCovered by the editor: what it changes is shown once it closes, since nothing may move behind it */
function ThemeCards({ isCovered }: { isCovered: boolean }) {
  const { companyId, spansCompanies } = useCompany();
  const { open } = useSetSearchParams();
  const address = useSearchParams(listNames);
  const workspaceId = address.number("workspace");
  const workspace = useQuery({ ...workspaceQuery(workspaceId ?? 0), enabled: workspaceId !== undefined });
  const request = useCardRequest();
  const ofWorkspace = workspaceId === undefined ? {} : { workspaceId, isActive: "true" };
  const current = useQuery(themesQuery({ companyId, ...ofWorkspace, ...request }));
  const [shown, setShown] = useState(current.data);
  if (shown !== current.data && (!isCovered || shown === undefined)) setShown(current.data);
  const list = { ...current, data: shown };
  // of all, whatever is searched for: usually the list itself
  const all = useQuery(themesQuery({ companyId, ...request, search: undefined, page: 1 }));
  const view = useThemesView(all.data?.total);
  const isDesk = view.value === "desk";
  const activity = useQuery(themeActivityQuery(isDesk ? (list.data?.rows ?? []).map(({ id }) => id) : []));
  // a card is as tall as its workspaces make it: with them on the screen, none moves another
  const assigned = useQueries({
    queries: isDesk ? [] : (list.data?.rows ?? []).map(({ id }) => themeWorkspacesQuery(id)),
  });
  const hasAll = assigned.every(({ isFetched }) => isFetched);
  const [deleting, setDeleting] = useState<Theme | null>(null);
  const [copied, setCopied] = useState<Theme | null>(null);
  const selection = useSelection(idOf);
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const remove = useDeleteTheme();
  const onEdit = useCallback((theme: Theme, tab?: string) => open({ theme: theme.id, tab }), [open]);
  const confirm = async () => {
    if (deleting === null) return;
    setUnsaved(null);
    try {
      await remove.mutateAsync(deleting.id);
      setDeleting(null);
    } catch (failure) {
      console.warn("theme delete failed", failure);
      setUnsaved(failureText(`'${deleting.name}' was not deleted.`, failure));
    }
  };
  return (
    <>
      <CardList
        things="themes"
        list={hasAll ? list : { ...list, data: undefined }}
        failure="Failed to load themes"
        none={
          workspaceId !== undefined
            ? "Members of this workspace can't ask any theme yet."
            : "No themes yet. A theme combines the documents on one subject with the people who can ask about it."
        }
        nothingFound="No theme matches your search."
        asRows={isDesk}
        tools={
          <SegmentedControl
            className={classes.view}
            size="xs"
            aria-label="How to show themes"
            value={isDesk ? "desk" : "cards"}
            onChange={view.choose}
            data={[
              { value: "desk", label: "Rows" },
              { value: "cards", label: "Cards" },
            ]}
          />
        }
        card={(theme) => {
          const company = spansCompanies ? theme.companyName : undefined;
          const props = { theme, company, selection, onEdit, onCopy: setCopied, onDelete: setDeleting };
          const own = activity.data?.find(({ id }) => id === theme.id);
          return isDesk ? (
            <ThemeRow key={theme.id} {...props} activity={own} />
          ) : (
            <ThemeCard key={theme.id} {...props} />
          );
        }}
        above={(rows, total) => (
          <>
            {workspaceId !== undefined && (
              <Button
                size="compact-sm"
                rightSection={<X size={13} aria-hidden />}
                onClick={() => address.open({ workspace: undefined, page: undefined })}
              >
                {`Workspace: ${workspace.data?.name ?? workspaceId}`}
              </Button>
            )}
            {(total > 0 || selection.rows.length > 0) && (
              <SelectionBar
                things="themes"
                selection={selection}
                shown={rows}
                total={total}
                onAll={() =>
                  allThemes({ companyId, search: request.search, sort: request.sort }, mostSelected)
                }
              >
                <ThemesBatch selection={selection} />
              </SelectionBar>
            )}
          </>
        )}
        add={<AddCard onClick={() => open({ theme: "new", tab: undefined })}>Create New Theme</AddCard>}
      />
      {copied !== null && (
        <CopyThemeDialog
          key={copied.id}
          theme={copied}
          onClose={() => setCopied(null)}
          onOpen={({ id }) => {
            setCopied(null);
            open({ theme: id, tab: undefined });
          }}
        />
      )}
      <Confirm
        opened={deleting !== null}
        question="Are you sure you want to delete this theme?"
        action="Delete"
        onClose={() => {
          setDeleting(null);
          setUnsaved(null);
        }}
        onConfirm={confirm}
      >
        <p>
          '{deleting?.name}' can no longer be asked. Its answers stay on record. You can restore it within 30
          days under 'Deleted themes'.
        </p>
        {unsaved !== null && <Problem>{unsaved}</Problem>}
      </Confirm>
    </>
  );
}
