import { useState } from "react";
import { deleteDocument, getDocumentTags, updateDocumentTags } from "#contract/knowledge/documents.ts";
import type { Document } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { moveDocument } from "#contract/knowledge/transfers.ts";
import { callApi } from "#web/kernel/api.ts";
import { TagToAddFields, withTag, withoutTag } from "#web/knowledge/tags/tag-to-add.tsx";
import { tagCells, tagNames } from "#web/knowledge/tags/tag-groups.ts";
import type { TagToAdd } from "#web/knowledge/tags/tag-to-add.tsx";
import { BatchDialog } from "#web/ui/batch-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { SaveSpreadsheet } from "#web/ui/save-spreadsheet.tsx";
import type { Table } from "#web/ui/spreadsheet.ts";
import { formatCount } from "#web/ui/format.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import type { Source } from "#web/ui/remote-options.ts";
import type { Selection } from "#web/ui/selection.ts";

type Act = "move" | "tag" | "delete";

const nameOf = ({ name }: Document) => name;

type Props = {
  theme: Theme;
  selection: Selection<Document>;
  /** Where documents can be moved. */
  targets: Source<Theme>;
};

/** What can be done with the chosen documents at once. */
export function DocumentsBatch({ theme, selection, targets }: Props) {
  const [act, setAct] = useState<Act | null>(null);
  const { rows } = selection;
  const props = {
    theme,
    rows,
    thing: "document",
    nameOf,
    stale: [["documents"], ["tags"], ["themes"]],
    onClose: (isDone: boolean) => {
      setAct(null);
      // their rows are old by now
      if (isDone) selection.clear();
    },
  };
  return (
    <>
      <Button size="compact-sm" onClick={() => setAct("move")}>
        Move
      </Button>
      <Button size="compact-sm" onClick={() => setAct("tag")}>
        Add a tag
      </Button>
      <SaveSpreadsheet name="documents" size="compact-sm" table={() => documentsTable(theme, rows)}>
        Export selected
      </SaveSpreadsheet>
      <Button size="compact-sm" onClick={() => setAct("delete")}>
        Delete selected
      </Button>
      {act === "move" && <Moving {...props} targets={targets} />}
      {act === "tag" && <Tagging {...props} />}
      {act === "delete" && (
        <BatchDialog
          {...props}
          question={`Delete ${formatCount(rows.length, "document")}?`}
          action="Delete"
          isDanger
          run={async ({ id }) => {
            await callApi(deleteDocument, { id });
            return true;
          }}
          done="deleted"
        >
          <p>
            New answers no longer use what is deleted. Past answers keep their quotes. This can't be undone.
          </p>
        </BatchDialog>
      )}
    </>
  );
}

type BatchProps = {
  theme: Theme;
  rows: Document[];
  thing: string;
  nameOf(document: Document): string;
  stale: string[][];
  onClose(isDone: boolean): void;
};

function Moving({ theme, targets, ...props }: BatchProps & { targets: Source<Theme> }) {
  const [target, setTarget] = useState<Theme | null>(null);
  return (
    <BatchDialog
      {...props}
      question={`Move ${formatCount(props.rows.length, "document")} to another theme`}
      action="Move"
      canRun={target !== null && target.id !== theme.id}
      run={async ({ id }) => {
        if (target === null) return false;
        await callApi(moveDocument, { id, themeId: target.id });
        return true;
      }}
      undo={({ id }) => callApi(moveDocument, { id, themeId: theme.id })}
      done={`moved to '${target?.name ?? ""}'`}
      undone={`moved back to '${theme.name}'`}
    >
      <p>
        Each answers there from the next question on, with all its versions. Earlier answers keep their
        sources; approved answers of '{theme.name}' that cite it are suspended.
      </p>
      <RemoteSelect
        label="Theme"
        required
        placeholder="Select a theme"
        source={targets}
        chosen={target === null ? null : { id: target.id, label: target.name }}
        onChoose={setTarget}
        error={target?.id === theme.id ? "Already in this theme." : undefined}
      />
    </BatchDialog>
  );
}

function Tagging(props: BatchProps) {
  const [value, setValue] = useState<TagToAdd>({ field: "topicTags", tag: "" });
  const { field, tag } = value;
  return (
    <BatchDialog
      {...props}
      question={`Add a tag to ${formatCount(props.rows.length, "document")}`}
      action="Add tag"
      canRun={tag.trim() !== ""}
      // as they are by then, since others may have changed them meanwhile
      run={async ({ id }) => {
        const now = await callApi(getDocumentTags, { id });
        const tags = withTag(now[field], tag);
        if (tags === null) return false;
        await callApi(updateDocumentTags, { id, version: now.version, [field]: tags });
        return true;
      }}
      undo={async ({ id }) => {
        const now = await callApi(getDocumentTags, { id });
        await callApi(updateDocumentTags, { id, version: now.version, [field]: withoutTag(now[field], tag) });
      }}
      done="tagged"
      undone="without the tag again"
    >
      <TagToAddFields value={value} onChange={setValue} />
    </BatchDialog>
  );
}

const header = ["Document", "ID", "Theme", "Status", "Version", "Pages", "Size", "SHA-256"];

function documentsTable(theme: Theme, documents: Document[]): Table {
  return [
    [...header, ...tagNames, "Uploaded"],
    ...documents.map((document) => [
      document.name,
      document.id,
      theme.name,
      document.status,
      document.version,
      document.pages,
      document.fileSize,
      document.sha256,
      ...tagCells(document.autoGeneratedTags),
      new Date(document.createdAt),
    ]),
  ];
}
