import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { replaceDocument, type Document } from "#contract/knowledge/documents.ts";
import { randomKey } from "#web/kernel/hex.ts";
import { lookBackQuery } from "#web/knowledge/look-back/queries.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toastError } from "#web/ui/toast.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { problemOf, sendFile } from "./send-file.ts";

type Choice = { document: Document; file: File };

/** Before a file becomes a document's next version: shows who relied on the current one, if anybody did. */
export function useConfirmedReplace(
  send: (choice: Choice) => Promise<unknown>,
): [choose: (choice: Choice) => Promise<void>, dialog: ReactNode] {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [isBusy, setBusy] = useState(false);
  const carryOut = async (choice: Choice) => {
    setBusy(true);
    await send(choice).finally(() => {
      setBusy(false);
      setChosen(null);
    });
  };
  const choose = async (choice: Choice) => {
    try {
      const { answers } = await queries.fetchQuery(lookBackQuery({ id: choice.document.id }));
      if (answers > 0) setChosen(choice);
      else await carryOut(choice);
    } catch (error) {
      toastError("Replace failed", reasonOf(error));
    }
  };
  return [
    choose,
    chosen === null ? null : (
      <ReplaceDialog
        document={chosen.document}
        file={chosen.file}
        isBusy={isBusy}
        onReplace={() => void carryOut(chosen)}
        onClose={() => setChosen(null)}
      />
    ),
  ];
}

export function useReplaceDocument(document: Document, moreFormats: boolean) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const problem = problemOf(file, 0, moreFormats);
      return problem === null
        ? sendFile(replaceDocument, document.id, { file, key: randomKey() }, () => undefined)
        : Promise.reject(new Error(problem));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["documents", document.themeId] }),
  });
}
