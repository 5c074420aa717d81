import { FileButton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Document } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { lookBackQuery } from "#web/knowledge/look-back/queries.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { acceptedBy, useReplaceDocument } from "./upload.ts";

type Props = { document: Document; theme: Theme; size: "xs" | "compact-xs"; children: string };

/** Picks a file as the document's next version; first shows who relied on the current one. */
export function ReplaceDocument({ document, theme, size, children }: Props) {
  const replace = useReplaceDocument(document, theme.moreFormats);
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<File | null>(null);
  const choose = async (file: File | null) => {
    if (file === null) return;
    try {
      const { answers } = await queries.fetchQuery(lookBackQuery({ id: document.id }));
      if (answers > 0) setChosen(file);
      else await send(file);
    } catch (error) {
      toastError("Replace failed", reasonOf(error));
    }
  };
  const send = async (file: File) => {
    try {
      const { version } = await replace.mutateAsync(file);
      toast(
        "Replaced",
        `Version ${version} answers as soon as it is ${theme.requireSignOff ? "signed off" : "read"}`,
      );
    } catch (error) {
      toastError("Replace failed", reasonOf(error));
    } finally {
      setChosen(null);
    }
  };
  return (
    <>
      <FileButton
        accept={acceptedBy(theme.moreFormats)}
        onChange={(file) => void choose(file)}
        inputProps={{ "aria-label": `New version of ${document.name}` }}
      >
        {(props) => (
          <Button size={size} loading={replace.isPending} {...props}>
            {children}
          </Button>
        )}
      </FileButton>
      {chosen !== null && (
        <ReplaceDialog
          document={document}
          file={chosen}
          isBusy={replace.isPending}
          onReplace={() => void send(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
