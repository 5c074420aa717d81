import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRemoteOptions } from "#web/ui/remote-options.ts";
import { Badge, Problem, Spinner } from "#web/ui/parts.tsx";
import { workspaceSource } from "#web/identity/workspaces/queries.ts";
import classes from "./workspace-choice.module.css";

type Named = { id: number; name: string; isActive?: boolean };

type Props = {
  companyId: number | undefined;
  /** In the order of selection: the first is the primary one. */
  chosen: number[];
  onChange(chosen: number[]): void;
  /** The initial selection, by name: it may not be among the company's first workspaces. */
  known?: Named[];
  required?: boolean;
};

/** With this many or more, people need a search field. */
const searchFrom = 9;

/** A company's workspaces as checkboxes; the first one checked is marked Primary. */
export function WorkspaceChoice({ companyId, chosen, onChange, known = [], required = false }: Props) {
  const [sought, setSought] = useState("");
  // an item once checked stays visible, to allow unchecking it
  const [kept, setKept] = useState<Named[]>(known);
  const found = useRemoteOptions(workspaceSource(companyId), sought);
  const foundIds = new Set(found.rows.map(({ id }) => id));
  const shown: Named[] = [
    ...(sought.trim() === "" ? kept.filter(({ id }) => !foundIds.has(id)) : []),
    ...found.rows,
  ];
  const tick = (workspace: Named, isTicked: boolean) => {
    if (isTicked && !kept.some(({ id }) => id === workspace.id)) setKept([...kept, workspace]);
    onChange(isTicked ? [...chosen, workspace.id] : chosen.filter((other) => other !== workspace.id));
  };
  return (
    <fieldset className={classes.choice}>
      <legend>Workspaces {required && <span className={classes.required}>*</span>}</legend>
      {found.isError ? (
        <Problem onRetry={found.retry}>Failed to fetch workspaces</Problem>
      ) : found.total === undefined ? (
        <Spinner />
      ) : found.total === 0 ? (
        <p className={classes.none}>This company has no workspaces yet.</p>
      ) : (
        <>
          {found.total >= searchFrom && (
            <TextInput
              aria-label="Search workspaces"
              placeholder={
                chosen.length === 0 ? "Search workspaces" : `Search workspaces (${chosen.length} selected)`
              }
              className={classes.search}
              maxLength={200}
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
              // Enter in a search must not submit the surrounding form
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
          )}
          <div className={classes.boxes}>
            {shown.length === 0 && <p className={classes.none}>No workspace matches your search.</p>}
            {shown.map((workspace) => (
              <Checkbox
                key={workspace.id}
                checked={chosen.includes(workspace.id)}
                onChange={(event) => tick(workspace, event.currentTarget.checked)}
                label={
                  <>
                    {workspace.name} {chosen[0] === workspace.id && <Badge tone="ok">Primary</Badge>}{" "}
                    {workspace.isActive === false && <Badge tone="warn">Inactive</Badge>}
                  </>
                }
              />
            ))}
            {found.more > 0 && (
              <p className={classes.none}>{found.more.toLocaleString()} more: search to find them</p>
            )}
          </div>
        </>
      )}
    </fieldset>
  );
}
