import { z } from "zod";

export const SpreadsheetFormat = z
  .enum(["csv", "xlsx"])
  .describe("CSV, or an Excel workbook whose dates and numbers are typed");
export type SpreadsheetFormat = z.output<typeof SpreadsheetFormat>;
