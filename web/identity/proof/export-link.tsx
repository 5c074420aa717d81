import type { SpreadsheetFormat } from "#contract/kernel/spreadsheet-format.ts";
import type { MouseEvent } from "react";
import { getProof } from "#contract/identity/sessions.ts";
import { callApi } from "#web/kernel/api.ts";
import { askForProof } from "#web/kernel/ask-for-proof.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { toastError } from "#web/ui/toast.tsx";

/** An export, which asks for the password first if it was last given too long ago: a browser's download can't ask. */
export function ExportLink({ href, size, children }: { href: string; size?: string; children: string }) {
  const begin = async (link: HTMLAnchorElement) => {
    try {
      if ((await callApi(getProof)).isFresh || (await askForProof())) follow(link);
    } catch (error) {
      toastError("The export did not start", reasonOf(error));
    }
  };
  return (
    <DownloadLink
      href={href}
      size={size}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        event.preventDefault();
        void begin(event.currentTarget);
      }}
    >
      {children}
    </DownloadLink>
  );
}

type SpreadsheetProps = { href: (format: SpreadsheetFormat) => string; size?: string; children: string };

/** The links of a list that the server exports as CSV and as an Excel workbook. */
export function ExportSpreadsheet({ href, size, children }: SpreadsheetProps) {
  return (
    <>
      <ExportLink href={href("csv")} size={size}>
        {children}
      </ExportLink>
      <ExportLink href={href("xlsx")} size={size}>
        Excel
      </ExportLink>
    </>
  );
}

/** The same download, without checking the proof again. */
function follow({ href }: HTMLAnchorElement): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
