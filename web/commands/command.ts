export type Leads = { to: string; search: Record<string, string | number | undefined> };
export type Command = {
  id: string;
  label: string;
  note?: string;
  run(): void;
  /** Where it leads, so that it can be gone to again. */
  leads?: Leads;
};
/** `isFound`: by the server, which also finds what is not quite so written. */
export type Section = { title: string; commands: Command[]; isFound?: boolean };
