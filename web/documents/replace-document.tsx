import { FileButton } from "@mantine/core";
import type { Document } from "#contract/documents.ts";
import type { Theme } from "#contract/themes.ts";
import { Button } from "../ui/button.tsx";
import { reasonOf } from "../ui/invalidating-mutation.ts";
import { toast, toastError } from "../ui/toast.tsx";
import { useReplaceDocument } from "./upload.ts";

type Props = { document: Document; theme: Theme; size: "xs" | "compact-xs"; children: string };

/** Chooses a file that takes the document's place as its next version. */
export function ReplaceDocument({ document, theme, size, children }: Props) {
  const replace = useReplaceDocument(document);
  const send = async (file: File | null) => {
    if (file === null) return;
    try {
      const { version } = await replace.mutateAsync(file);
      toast(
        "Replaced",
        `Version ${version} answers as soon as it is ${theme.requireSignOff ? "signed off" : "read"}`,
      );
    } catch (error) {
      toastError("Replace failed", reasonOf(error));
    }
  };
  return (
    <FileButton
      accept=".pdf,.txt,.doc,.docx"
      onChange={(file) => void send(file)}
      inputProps={{ "aria-label": `New version of ${document.name}` }}
    >
      {(props) => (
        <Button size={size} loading={replace.isPending} {...props}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
