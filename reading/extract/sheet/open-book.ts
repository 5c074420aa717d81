import { partOf } from "../office/main-part.ts";
import { readRelations } from "../office/relations.ts";
import type { Zip } from "../office/zip.ts";
import { characterBudget } from "../reading.ts";
import { readLooks, readSharedTexts, readWorkbook } from "./workbook.ts";
import { readWorksheet, type Unseen } from "./worksheet.ts";

/** A workbook (.xlsx) whose sheets are read one by one; `budget` and `unseen` count over all of them. */
export async function openBook(zip: Zip) {
  const main = await partOf(zip, "xl/workbook.xml");
  const relations = await readRelations(zip, main);
  const part = (type: string) => relations.find((relation) => relation.type === type)?.target ?? null;
  const budget = characterBudget();
  const { sheets, is1904 } = await readWorkbook(zip, main);
  const { texts, struck } = await readSharedTexts(zip, part("sharedStrings"), budget);
  const { custom, looks } = await readLooks(zip, part("styles"));
  const shared = { texts, looks, formats: { custom, is1904 } };
  const unseen: Unseen = { rows: 0, columns: 0, struck, formulas: 0 };
  return {
    /** Names of the hidden ones. */
    hidden: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    /** The others, with their parts. */
    sheets: sheets.flatMap(({ name, relation, isHidden }) => {
      const target = relations.find(({ id }) => id === relation);
      // a sheet may be a chart alone
      return isHidden || target?.type !== "worksheet" ? [] : [{ name, part: target.target }];
    }),
    ...{ budget, unseen, texts },
    read: (sheet: string) => readWorksheet(zip, sheet, shared, unseen, budget),
  };
}
