import { useState } from "react";
import { type getDocumentTags, type Document } from "#contract/knowledge/documents.ts";
import type { Output } from "#contract/kernel/endpoint.ts";
import { Button } from "#web/ui/button.tsx";
import { RefetchedForm } from "#web/ui/refetched-form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toastError } from "#web/ui/toast.tsx";
import { tagGroups } from "#web/knowledge/tags/tag-groups.ts";
import { documentTagsQuery, useSetDocumentTags } from "./queries.ts";
import { TagGroupField } from "#web/knowledge/tags/tag-group-field.tsx";
import classes from "./documents-tab.module.css";

type Props = { document: Document; onDone(): void };

/** The document's settings: its tags, for a person to correct. */
export function DocumentTags(props: Props) {
  return (
    <RefetchedForm query={documentTagsQuery(props.document.id)} title="Tags" onClose={props.onDone}>
      {(opened) => <TagsForm opened={opened} {...props} />}
    </RefetchedForm>
  );
}

function TagsForm({ opened, document, onDone }: Props & { opened: Output<typeof getDocumentTags> }) {
  const { version: _, ...groups } = opened;
  const [tags, setTags] = useState(groups);
  const save = useSetDocumentTags(document.themeId);
  const submit = async () => {
    try {
      await save.mutateAsync({ id: document.id, opened, values: tags });
      onDone();
    } catch (error) {
      toastError("Error", reasonOf(error));
    }
  };
  return (
    <div className={classes.tags}>
      {tagGroups.map(({ field, label, tone }) => (
        <TagGroupField
          key={field}
          label={label}
          tone={tone}
          tags={tags[field]}
          suggestions={[]}
          onChange={(next) => setTags((all) => ({ ...all, [field]: next }))}
        />
      ))}
      <div className={classes.tagActions}>
        <Button size="xs" tone="primary" disabled={save.isPending} onClick={() => void submit()}>
          {save.isPending ? "Saving..." : "Save tags"}
        </Button>
        <Button size="xs" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
