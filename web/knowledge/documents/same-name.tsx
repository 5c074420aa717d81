import { Button } from "#web/ui/button.tsx";
import { formatDate } from "#web/ui/format.ts";
import { useConfirmedReplace } from "./confirmed-replace.tsx";
import type { Becomes, QueueItem } from "./upload.ts";
import classes from "./documents-tab.module.css";

type Props = { item: QueueItem; onDecide(becomes: Becomes): void };

/** Whether a file is a new version of the document with its name: only a person knows. */
export function SameName({ item: { file, namesakes }, onDecide }: Props) {
  const [choose, dialog] = useConfirmedReplace(({ document }) => Promise.resolve(onDecide(document)));
  const isOne = namesakes.length === 1;
  return (
    <div role="group" aria-label={`What is ${file.name}?`}>
      <p className={classes.facts} role="status">
        {isOne
          ? "A document with this name is already in the theme. Is this file a new version of it, or another document?"
          : "Documents with this name are already in the theme. Is this file a new version of one of them, or another document?"}
      </p>
      <div className={classes.buttons}>
        {namesakes.map((document) => (
          <Button key={document.id} size="compact-xs" onClick={() => void choose({ document, file })}>
            {isOne ? `New version of ${document.name}` : `New version of the one from ${dayOf(document)}`}
          </Button>
        ))}
        <Button size="compact-xs" onClick={() => onDecide("another document")}>
          Another document
        </Button>
      </div>
      {dialog}
    </div>
  );
}

const dayOf = ({ createdAt, version }: QueueItem["namesakes"][number]) =>
  `${formatDate(createdAt)}${version > 1 ? ` (version ${version})` : ""}`;
