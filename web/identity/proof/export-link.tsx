import type { SpreadsheetFormat } from "#contract/kernel/spreadsheet-format.ts";
import { Button as MantineButton } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { getProof } from "#contract/identity/sessions.ts";
import { callApi } from "#web/kernel/api.ts";
import { askForProof } from "#web/kernel/ask-for-proof.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Action, ActionMenu } from "#web/ui/action-menu.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { toastError } from "#web/ui/toast.tsx";

/** Asks for the password first if it was last given too long ago: a browser's download can't ask. */
async function beginExport(href: string): Promise<void> {
  try {
    if ((await callApi(getProof)).isFresh || (await askForProof())) download(href);
  } catch (error) {
    toastError("The export did not start", reasonOf(error));
  }
}

type LinkProps = { href: string; size?: string | undefined; children: string };

export function ExportLink({ href, size, children }: LinkProps) {
  return (
    <DownloadLink
      href={href}
      size={size}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        event.preventDefault();
        void beginExport(event.currentTarget.href);
      }}
    >
      {children}
    </DownloadLink>
  );
}

/** The same as a choice in a menu. */
export function ExportItem({ href, children }: Omit<LinkProps, "size">) {
  return <Action onClick={() => void beginExport(href)}>{children}</Action>;
}

type SpreadsheetProps = {
  href: (format: SpreadsheetFormat) => string;
  size?: "compact-sm";
  children: string;
  /** Other ways to hand the list over: choices in the menu. */
  others?: ReactNode;
};

/** One control to export a list as CSV; its menu has the Excel workbook. */
export function ExportSpreadsheet({ href, size, children, others }: SpreadsheetProps) {
  return (
    <MantineButton.Group>
      <ExportLink href={href("csv")} size={size}>
        {children}
      </ExportLink>
      <ActionMenu {...(size === undefined ? {} : { size })} sign={ChevronDown} label="Other exports">
        <ExportItem href={href("xlsx")}>Excel</ExportItem>
        {others}
      </ActionMenu>
    </MantineButton.Group>
  );
}

function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
