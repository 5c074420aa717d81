export type Leads = { to: string; search: Record<string, string | number | undefined> };
export type Command = {
  id: string;
  label: string;
  note?: string;
  run(): void;
  /** Its destination, for the list of recent items. */
  leads?: Leads;
};
/** `isFound`: from the server, which also finds inexact matches. */
export type Section = { title: string; commands: Command[]; isFound?: boolean };
