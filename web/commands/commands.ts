import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { shortestDocumentSearch } from "#contract/documents.ts";
import { can } from "#contract/permissions.ts";
import { useSession, useUser } from "../session.tsx";
import { useGo } from "../shell/focus-on-navigation.ts";
import { useCompany } from "../shell/company.ts";
import { entriesFor } from "../shell/entries.ts";
import { companiesQuery } from "../shell/queries.ts";
import { useSearchParams } from "../ui/search-params.ts";
import { distinctLabels } from "../ui/distinct-labels.ts";
import { usersQuery } from "../users/queries.ts";
import { askableSource, themesQuery } from "../answers/chat-queries.ts";
import { askOnArrival } from "../answers/asked-elsewhere.ts";
import { remoteOptionsQuery } from "../ui/remote-options.ts";
import { foundDocumentsQuery } from "./queries.ts";

export type Command = { id: string; label: string; note?: string; run(): void };
export type Section = { title: string; commands: Command[] };

/** As long as the search fields of the lists wait. */
const pauseMs = 250;
const shownPerSection = 7;

/** What a person may do from anywhere, by section: those whose every typed word stands in the name. */
export function useCommands(typed: string): { sections: Section[]; isBusy: boolean } {
  const questions = useAsk(typed);
  const places = usePlaces();
  const actions = useActions();
  const companies = useCompanies(typed);
  const found = useRemoteOptions(typed);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = [questions, places, actions, ...companies, ...found.sections]
    .map((section) => ({
      ...section,
      commands: section.commands
        .filter(({ label, note }) => {
          const name = `${label} ${note ?? ""} ${section.title}`.toLowerCase();
          return words.every((word) => name.includes(word));
        })
        .slice(0, section === places || section === actions ? undefined : shownPerSection),
    }))
    .filter((section) => section.commands.length > 0);
  return { sections, isBusy: found.isBusy };
}

/** Leads to a screen, within the company that is worked in. */
function useOpen() {
  const { companyId } = useCompany();
  const go = useGo();
  return (to: string, search: Record<string, string | number | undefined> = {}) =>
    go(to, { ...search, companyId });
}

function usePlaces(): Section {
  const user = useUser();
  const open = useOpen();
  return {
    title: "Go to",
    commands: [...entriesFor(user.role), { label: "Your account", to: "/account" }].map(({ label, to }) => ({
      id: to,
      label,
      run: () => open(to),
    })),
  };
}

const themeName = ["theme"];

/** Fewer words name a thing more often than they ask. */
const fewestAskedWords = 4;

/** What was typed as a question to the theme that is asked now, else to the first. */
function useAsk(typed: string): Section {
  const user = useUser();
  const { companyId } = useCompany();
  const open = useOpen();
  const named = useSearchParams(themeName).number("theme");
  const question = typed.trim();
  const isQuestion =
    can(user.role, "theme:ask") &&
    (question.split(/\s+/).length >= fewestAskedWords || (question.length > 1 && question.endsWith("?")));
  const { data } = useQuery({ ...remoteOptionsQuery(askableSource(companyId), ""), enabled: isQuestion });
  const theme = data?.rows.find(({ id }) => id === named) ?? data?.rows[0];
  return {
    title: "Ask",
    commands:
      !isQuestion || theme === undefined
        ? []
        : [
            {
              id: "ask",
              label: `Ask ${theme.name}: “${question}”`,
              run: () => {
                askOnArrival({ themeId: theme.id, question });
                open("/agent-workbench", { chat: Date.now().toString(36), theme: theme.id });
              },
            },
          ],
  };
}

function useActions(): Section {
  const user = useUser();
  const pathname = useLocation({ select: (location) => location.pathname });
  const theme = useSearchParams(themeName).number("theme");
  const { signOut } = useSession();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const navigate = useNavigate();
  const open = useOpen();
  return {
    title: "Actions",
    commands: [
      {
        id: "chat",
        label: "New Chat",
        run: () =>
          open("/agent-workbench", {
            chat: Date.now().toString(36),
            // a new chat is with the theme that is asked now
            theme: pathname === "/agent-workbench" ? theme : undefined,
          }),
      },
      ...(can(user.role, "theme:create")
        ? [{ id: "theme", label: "Create Theme", run: () => open("/themes", { theme: "new" }) }]
        : []),
      { id: "light", label: "Appearance: light", run: () => setColorScheme("light") },
      { id: "dark", label: "Appearance: dark", run: () => setColorScheme("dark") },
      { id: "auto", label: "Appearance: system", run: () => setColorScheme("auto") },
      {
        id: "logout",
        label: "Logout",
        note: "Sign out",
        run: () => void signOut().then(() => navigate({ to: "/login" })),
      },
    ],
  };
}

function useCompanies(typed: string): Section[] {
  const { canChoose, choose } = useCompany();
  const title = "Work in company";
  const [settled] = useDebouncedValue(nameIn(typed, title), pauseMs);
  const { data } = useQuery({
    ...companiesQuery({ search: settled, page: 1, pageSize: shownPerSection }),
    enabled: canChoose,
  });
  if (!canChoose) return [];
  return [
    {
      title,
      commands: [
        { id: "company-all", label: "All Companies", run: () => choose(undefined) },
        ...namesOf(data?.rows).map(([id, label]) => ({
          id: `company-${id}`,
          label,
          run: () => choose(id),
        })),
      ],
    },
  ];
}

function namesOf(rows: { id: number; name: string }[] = []): [id: number, label: string][] {
  return [...distinctLabels(rows.map(({ id, name }) => ({ id, label: name })))];
}

/** What was typed without the words of the section's title, which one may say before the name: 'company Harbor'. */
function nameIn(typed: string, title: string): string {
  const said = new Set(title.toLowerCase().split(" "));
  return typed
    .split(/\s+/)
    .filter((word) => !said.has(word.toLowerCase()))
    .join(" ");
}

/** Themes by name; people and documents once something was typed. */
function useRemoteOptions(typed: string): { sections: Section[]; isBusy: boolean } {
  const user = useUser();
  const { companyId, spansCompanies } = useCompany();
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const isAdmin = can(user.role, "theme:create");
  const asks = isAdmin && settled.length >= shortestDocumentSearch;
  const open = useOpen();
  const themes = useQuery(
    themesQuery({
      companyId,
      ...(isAdmin ? {} : { isActive: "true" }),
      search: nameIn(settled, "theme themes"),
      page: 1,
      pageSize: shownPerSection,
    }),
  );
  const people = useQuery({
    ...usersQuery({ companyId, search: settled, page: 1, pageSize: shownPerSection }),
    enabled: asks,
  });
  const documents = useQuery({
    ...foundDocumentsQuery({ companyId, search: settled, limit: shownPerSection }),
    enabled: asks,
  });
  return {
    isBusy:
      typed.trim() !== settled || themes.isFetching || (asks && (people.isFetching || documents.isFetching)),
    sections: [
      {
        title: "Themes",
        commands: namesOf(themes.data?.rows).map(([id, label]) => ({
          id: `theme-${id}`,
          label,
          run: () => open(isAdmin ? "/themes" : "/agent-workbench", { theme: id }),
        })),
      },
      {
        title: "People",
        commands: (asks ? (people.data?.rows ?? []) : []).map((person) => ({
          id: `person-${person.id}`,
          label: `${person.firstName} ${person.lastName}`.trim() || person.email,
          note: person.email,
          run: () => open("/admin", { tab: "users", q: person.email }),
        })),
      },
      {
        title: "Documents",
        commands: (asks ? (documents.data ?? []) : []).map((document) => ({
          id: `document-${document.id}`,
          label: document.name,
          note: spansCompanies ? `${document.themeName} · ${document.companyName}` : document.themeName,
          run: () => open("/themes", { theme: document.themeId, tab: "documents" }),
        })),
      },
    ],
  };
}
