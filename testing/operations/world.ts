import type { TestPerson } from "../build.ts";

/** What one sequence has made on one engine, as the model believes it to be. */
export type Workspace = { id: number; name: string; isActive: boolean; isDeleted: boolean };
export type Document = {
  id: number;
  theme: Theme;
  name: string;
  /** The text of each version, oldest first. */
  versions: string[];
  isDeleted: boolean;
};
export type Theme = {
  id: number;
  name: string;
  purpose: string;
  home: Workspace;
  isOn: boolean;
  isDeleted: boolean;
  agents: Set<Person>;
  workspaces: Set<Workspace>;
  documents: Document[];
};
export type Person = {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  role: "workspace_admin" | "agent";
  isActive: boolean;
  workspaces: Set<Workspace>;
};
export type Answer = {
  id: number;
  by: "agent" | "admin" | "reader";
  question: string;
  rating: "good" | "bad" | null;
};

export type World = {
  /** Part of addresses and chats: no two sequences share one. */
  number: string;
  callers: Record<"admin" | "agent" | "stranger" | "reader", TestPerson>;
  library: { id: number };
  workspaces: Workspace[];
  themes: Theme[];
  /** The administrator, the agent, then everyone invited. */
  people: [Person, Person, ...Person[]];
  documents: Document[];
  answers: Answer[];
  /** False once the agent was deactivated: that ended the session. */
  isAgentSignedIn: boolean;
};

/** An id that no sequence reaches. */
const absent = 2_000_000_000;

export const at = <Thing>(things: readonly Thing[], reference: number): Thing | undefined =>
  things[reference % Math.max(1, things.length)];

export const idOf = (thing: { id: number } | undefined): number => thing?.id ?? absent;

export const exists = <Thing extends { isDeleted: boolean }>(thing: Thing | undefined): thing is Thing =>
  thing !== undefined && !thing.isDeleted;

const isUsable = (workspace: Workspace) => workspace.isActive && !workspace.isDeleted;

/** Can be asked: switched on, and an active workspace has it. */
export const isOpen = (theme: Theme): boolean =>
  !theme.isDeleted && theme.isOn && (isUsable(theme.home) || [...theme.workspaces].some(isUsable));

/** What an agent finds: open themes assigned to the person, or to an active workspace that the person belongs to. */
export const isWithinReach = (theme: Theme, agent: Person): boolean =>
  isOpen(theme) &&
  (theme.agents.has(agent) ||
    [...theme.workspaces].some((workspace) => isUsable(workspace) && agent.workspaces.has(workspace)));

/** Whether a text holds every word of a search, in whatever case. */
export function holds(text: string, search: string | undefined): boolean {
  const folded = text.toLowerCase();
  return (search ?? "").split(/\s+/).every((word) => folded.includes(word.toLowerCase()));
}

/** Whether a text holds a search as it was typed, in whatever case. */
export const holdsAll = (text: string, search: string | undefined): boolean =>
  text.toLowerCase().includes((search ?? "").toLowerCase());
