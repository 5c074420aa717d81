import { Radio } from "@mantine/core";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { formatCount, formatDate, formatDateTime } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { useConfirmedReplace } from "./confirmed-replace.tsx";
import type { Becomes, QueueItem } from "./upload.ts";
import classes from "./documents-tab.module.css";

type Namesake = QueueItem["namesakes"][number];
type Props = { item: QueueItem; onDecide(becomes: Becomes): void };

/** Whether a file is a new version of the document with its name: only a person knows. */
export function SameName({ item: { file, namesakes, namesakesInAll }, onDecide }: Props) {
  const [choose, dialog] = useConfirmedReplace(({ document }) => Promise.resolve(onDecide(document)));
  const [only] = namesakes.length === 1 ? namesakes : [];
  const [chosenId, setChosenId] = useState<number | null>(null);
  const chosen = only ?? namesakes.find(({ id }) => id === chosenId);
  return (
    <div role="group" aria-label={`What is ${file.name}?`}>
      {only === undefined ? (
        <Radio.Group
          label="Documents with this name are already in the theme. Is this file a new version of one of them, or another document?"
          {...(namesakesInAll > namesakes.length
            ? {
                description: `The newest ${namesakes.length} of ${namesakesInAll} are listed. To replace an older one, upload the file at that document in the list below.`,
              }
            : {})}
          value={chosenId === null ? null : String(chosenId)}
          onChange={(value) => setChosenId(Number(value))}
        >
          <div className={classes.namesakes}>
            {namesakes.map((document) => (
              <Radio
                key={document.id}
                value={String(document.id)}
                label={document.externalId ?? `Added ${formatDateTime(document.createdAt)}`}
                description={factsOf(document)}
              />
            ))}
          </div>
        </Radio.Group>
      ) : (
        <p className={classes.facts} role="status">
          A document with this name is already in the theme. Is this file a new version of it, or another
          document?
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          size="compact-xs"
          disabled={chosen === undefined}
          onClick={() => chosen !== undefined && void choose({ document: chosen, file })}
        >
          {only === undefined ? "New version of the chosen one" : `New version of ${only.name}`}
        </Button>
        <Button size="compact-xs" onClick={() => onDecide("another document")}>
          Another document
        </Button>
      </div>
      {dialog}
    </div>
  );
}

/** What tells it from the others. */
const factsOf = ({ externalId, createdAt, version, pages, receipt }: Namesake) =>
  joinFacts([
    externalId === null ? null : `added ${formatDate(createdAt)}`,
    version === 1 ? null : `version ${version}`,
    pages === null ? null : formatCount(pages, "page"),
    receipt === null ? null : formatCount(receipt.words, "word"),
    receipt === null ? null : `uploaded by ${receipt.uploadedBy}`,
  ]);
