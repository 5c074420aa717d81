import { NativeSelect, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import { ChooseWords } from "#web/knowledge/sources/choose-words.tsx";
import { Button } from "#web/ui/button.tsx";
import { citableQuery } from "./queries.ts";
import classes from "./approved-answers.module.css";

type Props = {
  themeId: number;
  citations: readonly ChosenCitation[];
  onChange(citations: ChosenCitation[]): void;
};

export const nothingChosen: ChosenCitation = { documentId: 0, quote: "" };

/** Whether each has its document and its words. */
export const areChosen = (citations: readonly ChosenCitation[]) =>
  citations.length > 0 && citations.every(({ documentId, quote }) => documentId > 0 && quote.trim() !== "");

/** The words that an answer rests on, in the order of its marks. */
export function CitedWords({ themeId, citations, onChange }: Props) {
  const { data: documents = [] } = useQuery(citableQuery(themeId));
  const [choosing, setChoosing] = useState<number | null>(null);
  const source = documents.find(({ id }) => choosing !== null && id === citations[choosing]?.documentId);
  const setCitation = (place: number, change: Partial<ChosenCitation>) =>
    onChange(citations.map((one, at) => (at === place ? { ...one, ...change } : one)));
  return (
    <>
      {citations.map((citation, index) => (
        // its place is its mark
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index} className={classes.citation}>
          <legend>Source [{index + 1}]</legend>
          <NativeSelect
            label="Document"
            value={String(citation.documentId)}
            onChange={(event) => setCitation(index, { documentId: Number(event.currentTarget.value) })}
            data={[
              { value: "0", label: "Choose a document" },
              ...documents.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <Textarea
            label="Words it rests on"
            description="Exactly as they appear on the page"
            autosize
            minRows={2}
            maxRows={8}
            value={citation.quote}
            onChange={(event) => setCitation(index, { quote: event.currentTarget.value })}
          />
          <div className={classes.row}>
            <Button size="xs" disabled={citation.documentId === 0} onClick={() => setChoosing(index)}>
              Choose on the page
            </Button>
            {citations.length > 1 && (
              <Button
                size="xs"
                tone="quiet"
                onClick={() => onChange(citations.filter((_, at) => at !== index))}
              >
                Remove source
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...citations, nothingChosen])}
        >
          Add a source
        </Button>
      </div>
      {choosing !== null && source?.answeringVersion != null && (
        <ChooseWords
          document={source}
          version={source.answeringVersion}
          words={citations[choosing]?.quote ?? ""}
          onChoose={(quote) => {
            setCitation(choosing, { quote });
            setChoosing(null);
          }}
          onClose={() => setChoosing(null)}
        />
      )}
    </>
  );
}
