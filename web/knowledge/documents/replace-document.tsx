import { FileButton } from "@mantine/core";
import type { Document } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { acceptedBy } from "./send-file.ts";
import { useConfirmedReplace, useReplaceDocument } from "./confirmed-replace.tsx";

type Props = { document: Document; theme: Theme; size: "xs" | "compact-xs"; children: string };

/** Picks a file as the document's next version. */
export function ReplaceDocument({ document, theme, size, children }: Props) {
  const replace = useReplaceDocument(document, theme.moreFormats);
  const [choose, dialog] = useConfirmedReplace(async ({ file }) => {
    try {
      const { version } = await replace.mutateAsync(file);
      toast(
        "Replaced",
        `Version ${version} answers as soon as it is ${theme.requireSignOff ? "signed off" : "read"}`,
      );
    } catch (error) {
      toastError("Replace failed", reasonOf(error));
    }
  });
  return (
    <>
      <FileButton
        accept={acceptedBy(theme.moreFormats)}
        onChange={(file) => void (file !== null && choose({ document, file }))}
        inputProps={{ "aria-label": `New version of ${document.name}` }}
      >
        {(props) => (
          <Button size={size} loading={replace.isPending} {...props}>
            {children}
          </Button>
        )}
      </FileButton>
      {dialog}
    </>
  );
}
