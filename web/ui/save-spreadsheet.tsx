import { Button as MantineButton } from "@mantine/core";
import { ChevronDown, Download } from "lucide-react";
import { useState } from "react";
import type { SpreadsheetFormat } from "#spreadsheets/cell.ts";
import { Action, ActionMenu } from "./action-menu.tsx";
import { Button } from "./button.tsx";
import { reasonOf } from "./invalidating-mutation.ts";
import { saveSpreadsheet, type Table } from "./spreadsheet.ts";
import { toastError } from "./toast.tsx";

type Props = {
  /** Of the file, without its extension. */
  name: string;
  table: () => Table | Promise<Table>;
  size?: "compact-sm";
  /** Of the button, which saves CSV; its menu has the Excel workbook. */
  children: string;
};

/** Saves a table, and says if that failed; `saving` is the format on its way. */
export function useSaveSpreadsheet(name: string, table: Props["table"]) {
  const [saving, setSaving] = useState<SpreadsheetFormat | null>(null);
  const save = async (format: SpreadsheetFormat) => {
    setSaving(format);
    try {
      await saveSpreadsheet(name, format, await table());
    } catch (error) {
      toastError("The export failed", reasonOf(error));
    } finally {
      setSaving(null);
    }
  };
  return { saving, save };
}

/** A table as a file, in either format. */
export function SaveSpreadsheet({ name, table, size, children }: Props) {
  const { saving, save } = useSaveSpreadsheet(name, table);
  const look = size === undefined ? {} : { size };
  return (
    <MantineButton.Group>
      <Button
        {...look}
        leftSection={size === undefined && <Download size={15} aria-hidden />}
        loading={saving !== null}
        onClick={() => void save("csv")}
      >
        {children}
      </Button>
      <ActionMenu {...look} sign={ChevronDown} label="Other exports">
        <Action onClick={() => void save("xlsx")}>Excel</Action>
      </ActionMenu>
    </MantineButton.Group>
  );
}
