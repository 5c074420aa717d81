import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { shortestSearch } from "#contract/answering/search.ts";
import { can } from "#contract/kernel/permissions.ts";
import { useSession, useUser } from "#web/kernel/session.tsx";
import { useGo } from "#web/ui/focus-on-navigation.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { destinationsFor } from "./screens.ts";
import { companiesQuery } from "#web/kernel/company-scope/queries.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { distinctLabels } from "#web/ui/distinct-labels.ts";
import { askableSource, themesQuery } from "#web/knowledge/themes/theme-queries.ts";
import { arriveWith } from "#web/answering/answers/asked-elsewhere.ts";
import { formatDay } from "#web/ui/format.ts";
import { readRecent } from "./recent.ts";
import { remoteOptionsQuery } from "#web/ui/remote-options.ts";
import type { Command, Leads, Section } from "./command.ts";
import { showKeys } from "./keys.ts";
import { searchQuery } from "./queries.ts";

/** Same debounce as the lists' search fields. */
const pauseMs = 250;
const shownPerSection = 7;

/** A person's global commands, by section: those with every typed word in their name, and search results. */
export function useCommands(typed: string): { sections: Section[]; isBusy: boolean } {
  const recent = useRecent(typed);
  const questions = useAsk(typed);
  const places = useScreens();
  const actions = useActions();
  const companies = useCompanies(typed);
  const found = useSearchSections(typed);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = [recent, questions, places, actions, ...companies, ...found.sections]
    .map((section) => ({
      ...section,
      commands: section.commands
        .filter(({ label, note }) => {
          if (section.isFound === true) return true;
          const name = `${label} ${note ?? ""} ${section.title}`.toLowerCase();
          return words.every((word) => name.includes(word));
        })
        .slice(0, section === places || section === actions ? undefined : shownPerSection),
    }))
    .filter((section) => section.commands.length > 0);
  return { sections, isBusy: found.isBusy };
}

/** Opens a screen, within the current company. */
function useOpen() {
  const { companyId } = useCompany();
  const go = useGo();
  return (to: string, search: Record<string, string | number | undefined> = {}) =>
    go(to, { ...search, companyId });
}

function useScreens(): Section {
  const user = useUser();
  const open = useOpen();
  return {
    title: "Go to",
    commands: destinationsFor(user.role).map(({ label, to, tab }) => ({
      id: tab ?? to,
      label,
      run: () => open(to, { tab }),
    })),
  };
}

const themeName = ["theme"];

/** Fewer words are more often a name than a question. */
const fewestAskedWords = 4;

/** The typed text as a question to the current theme, or else the first with documents. */
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
  // a new theme without documents would decline
  const theme =
    data?.rows.find(({ id }) => id === named) ??
    data?.rows.find(({ documentCount }) => documentCount > 0) ??
    data?.rows[0];
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
                arriveWith({ themeId: theme.id, question });
                open("/agent-workbench", { theme: theme.id });
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
      ...(can(user.role, "theme:ask")
        ? [
            {
              id: "chat",
              label: "New Chat",
              run: () => {
                arriveWith(null);
                // a new chat uses the current theme
                open("/agent-workbench", { theme: pathname === "/agent-workbench" ? theme : undefined });
              },
            },
          ]
        : []),
      ...(can(user.role, "theme:create")
        ? [{ id: "theme", label: "Create Theme", run: () => open("/themes", { theme: "new" }) }]
        : []),
      { id: "keys", label: "Keyboard shortcuts", note: "?", run: showKeys },
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

/** The typed text without the words of the section's title, which people may say before the name: 'company Harbor'. */
function nameIn(typed: string, title: string): string {
  const said = new Set(title.toLowerCase().split(" "));
  return typed
    .split(/\s+/)
    .filter((word) => !said.has(word.toLowerCase()))
    .join(" ");
}

/** Themes at first; after typing, the server's matches among everything the person may see. */
function useSearchSections(typed: string): { sections: Section[]; isBusy: boolean } {
  const user = useUser();
  const { companyId, spansCompanies } = useCompany();
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const isAdmin = can(user.role, "theme:create");
  const mayFind = can(user.role, "theme:list");
  const open = useOpen();
  const named = nameIn(settled, "theme themes question questions document documents people") || settled;
  const isSearched = named.length >= shortestSearch;
  const first = useQuery({
    ...themesQuery({
      companyId,
      ...(isAdmin ? {} : { isActive: "true" }),
      page: 1,
      pageSize: shownPerSection,
    }),
    enabled: mayFind && !isSearched,
  });
  const found = useQuery({
    ...searchQuery({ companyId, search: named }),
    enabled: mayFind && isSearched,
  });
  const data = isSearched ? found.data : undefined;
  const leading = (id: string, label: string, leads: Leads, note?: string): Command => ({
    id,
    label,
    ...(note === undefined ? {} : { note }),
    leads,
    run: () => open(leads.to, leads.search),
  });
  const themes = isSearched ? (data?.themes ?? []) : (first.data?.rows ?? []);
  const toTheme = isAdmin ? "/themes" : "/agent-workbench";
  const sections: Section[] = [
    {
      title: "Themes",
      commands: namesOf(themes).map(([id, label]) =>
        leading(`theme-${id}`, label, { to: toTheme, search: { theme: id } }),
      ),
    },
    {
      title: "Questions",
      commands: (data?.questions ?? []).map((row) =>
        leading(
          `question-${row.interactionId}`,
          row.question,
          row.isOwn
            ? { to: "/agent-workbench", search: { interaction: row.interactionId } }
            : { to: "/admin", search: { tab: "interactions", interaction: row.interactionId } },
          `${outcomeNames[row.outcome]} · ${formatDay(row.askedAt)} · ${row.themeName}`,
        ),
      ),
    },
    {
      title: "People",
      commands: (data?.people ?? []).map((person) =>
        leading(
          `person-${person.id}`,
          person.name,
          { to: "/admin", search: { tab: "users", q: person.email } },
          person.email,
        ),
      ),
    },
    {
      title: "Documents",
      commands: (data?.documents ?? []).map((document) =>
        leading(
          `document-${document.id}`,
          document.name,
          { to: "/themes", search: { theme: document.themeId, tab: "documents" } },
          spansCompanies ? `${document.themeName} · ${document.companyName}` : document.themeName,
        ),
      ),
    },
  ];
  return {
    isBusy: typed.trim() !== settled || first.isFetching || found.isFetching,
    sections: sections.map((section) => ({ ...section, isFound: isSearched })),
  };
}

const outcomeNames = { answered: "answered", abstained: "declined", failed: "failed" } as const;

/** Recent destinations in this tab, latest first, while nothing is typed. */
function useRecent(typed: string): Section {
  const user = useUser();
  const open = useOpen();
  const commands = typed.trim() === "" ? readRecent(user.id) : [];
  return {
    title: "Recent",
    commands: commands.map(({ id, label, note, leads }) => ({
      id: `recent-${id}`,
      label,
      ...(note === undefined ? {} : { note }),
      leads,
      run: () => open(leads.to, leads.search),
    })),
  };
}
