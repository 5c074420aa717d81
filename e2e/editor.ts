import type { Locator, Page } from "@playwright/test";
import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";

type Api = <E extends EndpointSpec>(spec: E, input?: Request<E>) => Promise<Output<E>>;
export type World = { api: Api; page: Page; url: string; companyId: number; workspaceId: number };
/** A form that two people have open. */
export type Editor = {
  /** The calls that its form saves with. */
  edits: EndpointSpec[];
  isSuper?: true;
  /** The form is on the page, not in a dialog. */
  isPage?: true;
  /** Makes the row, and opens its form. */
  open(world: World): Promise<number>;
  /** The colleague's change of another field, if there is one, and of the field that the form changes. */
  other?(world: World, id: number): Promise<unknown>;
  same(world: World, id: number): Promise<unknown>;
  /** Changes the field in the form. */
  change(form: Locator): Promise<unknown>;
  /** Nothing: the field saves when it is left. */
  save: string | null;
  /** The button of the question that follows. */
  confirm?: string;
  read(world: World, id: number): Promise<Record<string, unknown> | undefined>;
  others: Record<string, unknown>;
  mine: Record<string, unknown>;
  theirs: Record<string, unknown>;
};
