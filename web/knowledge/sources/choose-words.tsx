import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { locateQuote } from "./locate-quote.ts";
import { sourceQuery } from "./queries.ts";
import { SourceBody, type SourceMode } from "./source-body.tsx";
import { beginningOf } from "./source-place.ts";
import classes from "./choose-words.module.css";

type Props = {
  document: { id: number; name: string };
  version: number;
  /** The words chosen so far, where the document opens. */
  words: string;
  onChoose(words: string): void;
  onClose(): void;
};

/** A document in which words are chosen: selected on its page or in its text, or line by line. */
export function ChooseWords({ document, version, words, onChoose, onClose }: Props) {
  const { data } = useQuery(sourceQuery(document.id, version));
  const [mode, setMode] = useState<SourceMode>("text");
  const [chosen, setChosen] = useState(words);
  const body = useRef<HTMLDivElement>(null);
  useSelectedIn(body, (selected) => setChosen(asExtracted(data?.pages ?? [], selected)));
  const at = data?.pages.find(({ text }) => locateQuote(text, words) !== null);
  const citation = {
    ...beginningOf(document, version),
    ...(at === undefined ? {} : { pageIndex: at.index, page: at.number, quote: words }),
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={document.name}
      size={860}
      closeButtonProps={{ "aria-label": "Close the source" }}
    >
      <div ref={body}>
        <SourceBody citation={citation} mode={mode} onMode={setMode} onChoose={setChosen} />
      </div>
      <DialogActions>
        <p className={classes.chosen} role="status">
          {chosen === "" ? "Select words, or choose a line." : <q>{chosen}</q>}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" disabled={chosen === ""} onClick={() => onChoose(chosen)}>
          Use These Words
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Hears of words that are selected inside an element. */
function useSelectedIn(element: { current: HTMLElement | null }, onSelect: (words: string) => void): void {
  const hear = useRef(onSelect);
  useEffect(() => {
    hear.current = onSelect;
  });
  useEffect(() => {
    const changed = () => {
      const selection = document.getSelection();
      const words = selection?.toString().trim() ?? "";
      if (words !== "" && element.current?.contains(selection?.anchorNode ?? null) === true)
        hear.current(words);
    };
    document.addEventListener("selectionchange", changed);
    return () => document.removeEventListener("selectionchange", changed);
  }, [element]);
}

/** The words as they were read from the file: a page breaks lines and words that its text has whole. */
function asExtracted(pages: readonly { text: string }[], selected: string): string {
  for (const { text } of pages) {
    const span = locateQuote(text, selected);
    if (span !== null) return text.slice(span.start, span.end);
  }
  return selected;
}
