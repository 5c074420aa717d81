import { expect, test } from "vitest";
import { cellsOf } from "./rows.ts";
import { onOneLine } from "./trim.ts";
import { unitsOf, type Unit } from "./units.ts";

const bullet = /^[-•*–]\s/;

/** The cells of a row, each with the name of its column; the unit goes with its column. */
function readableRow(row: string, columns: string[]): string {
  return cellsOf(row)
    .map((cell, index) => {
      const name = columns[index] ?? "";
      if (cell === "" || name === "") return cell;
      return index === 0 && /^\(.*\)$/.test(name) ? `${cell} ${name}` : `${name}: ${cell}`;
    })
    .filter((cell) => cell !== "")
    .join(" · ");
}

/**
 * A unit as an answer shows it, in Markdown: its words unchanged, a list by lines, a row by cells with their column
 * names, a table by the sentence that introduces it (its rows: tableOf).
 */
function readable(unit: Unit, text: string): string {
  if (unit.kind === "row") return readableRow(text.slice(unit.start, unit.end), unit.columns);
  const [first = "", ...rest] = unit.parts.map((part) => onOneLine(part.text));
  if (unit.kind === "sentence") return [first.replace(bullet, ""), ...rest].join(" ").trim();
  if (unit.kind === "table") return first;
  const asItem = (item: string) => `- ${item.replace(bullet, "").trim()}`;
  return [bullet.test(first) ? asItem(first) : first, ...rest.map(asItem)].join("\n");
}

/** The rows of a table quoted with its sentence, in Markdown; '' for any other unit. */
function tableOf(unit: Unit): string {
  if (unit.kind !== "table") return "";
  const rows = [
    unit.columns,
    unit.columns.map(() => "---"),
    ...unit.parts.slice(1).map(({ text }) => cellsOf(text)),
  ];
  return rows
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/** Without the items of its lists. */
const wholeUnitsOf = (text: string, section = "") =>
  unitsOf(text, section).filter(({ kind }) => kind !== "item");
const quotes = (text: string) => wholeUnitsOf(text).map((unit) => text.slice(unit.start, unit.end));
const shown = (text: string, section = "") => wholeUnitsOf(text, section).map((unit) => readable(unit, text));

test("a list is a unit, and so is each of its items, which knows its lead-in", () => {
  const units = unitsOf("The agent asks for:\n- the order number\n- the ZIP code", "");
  expect(units.map(({ kind, leadIn, parts }) => [kind, leadIn, parts.at(-1)?.text])).toEqual([
    ["list", "", "- the ZIP code"],
    ["item", "The agent asks for:", "- the order number"],
    ["item", "The agent asks for:", "- the ZIP code"],
  ]);
  expect(unitsOf("- One bag\n- Two bags", "").map(({ kind, leadIn }) => [kind, leadIn])).toEqual([
    ["list", ""],
    ["item", ""],
    ["item", ""],
  ]);
});

test("keeps a list together with its lead-in", () => {
  const text =
    "Keep the receipt. The agent asks for:\n- the order number\n- the ZIP code\nThen the case is opened.";
  expect(quotes(text)).toEqual([
    "Keep the receipt.",
    "The agent asks for:\n- the order number\n- the ZIP code",
    "Then the case is opened.",
  ]);
  expect(shown("A checker must —\n(a) be present; and\n(b) sign.")).toEqual([
    "A checker must —\n- (a) be present; and\n- (b) sign.",
  ]);
});

test("includes the sentence that a pronoun refers back to", () => {
  expect(quotes("Opened goods carry a fee of 15 percent. This applies to laptops. Phones are free.")).toEqual(
    [
      "Opened goods carry a fee of 15 percent.",
      "Opened goods carry a fee of 15 percent. This applies to laptops.",
      "Phones are free.",
    ],
  );
});

test("shows the cells of a table row under their column names", () => {
  expect(shown("Laptop\t14 days\t15 percent", "Returns › Product | Period | Fee")).toEqual([
    "Product: Laptop · Period: 14 days · Fee: 15 percent",
  ]);
  expect(shown("Laptop | 14 days", "Returns")).toEqual(["Laptop · 14 days"]);
  expect(shown("Cable |  | none |", "Fees › Product | Period | Fee | Note")).toEqual([
    "Product: Cable · Fee: none",
  ]);
  const table = "Table 3: Partners\n\nPartner\tOpened\nDelmar Wireless\t14 days\nHarborline\t30 days";
  expect(shown(table).slice(2)).toEqual([
    "Partner: Delmar Wireless · Opened: 14 days",
    "Partner: Harborline · Opened: 30 days",
  ]);
  expect(shown(" | Gold | Silver\nTheft | covered | excluded")[1]).toBe(
    "Theft · Gold: covered · Silver: excluded",
  );
  expect(shown("Ohio | none | Delmar\nUtah | late fee | Kettle", "Fees › State | Fee | Issuer")[1]).toBe(
    "State: Utah · Fee: late fee · Issuer: Kettle",
  );
  expect(shown("2023\t14 days\n2024\t30 days")[1]).toBe("2024 · 30 days");
});

test("shows figures of a table with their year and unit", () => {
  const table = "Claims paid by line:\n(Thousands)\t2025\t2024\nHome\t1,250\t990\nMotor\t480\t455";
  expect(shown(table).slice(2)).toEqual([
    "Home (Thousands) · 2025: 1,250 · 2024: 990",
    "Motor (Thousands) · 2025: 480 · 2024: 455",
  ]);
  expect(shown("June 30, 2025\tChange\nHome\t1,250\t26 %")[1]).toBe(
    "Home · June 30, 2025: 1,250 · Change: 26 %",
  );
  expect(shown("Motor\t480\t455", "Claims › Q1 2025 | Q1 2024")[0]).toBe(
    "Motor · Q1 2025: 480 · Q1 2024: 455",
  );
  // a table of figures without a header, and a row of another table
  expect(shown("Home\t1,250\t990\nMotor\t480\t455")[1]).toBe("Motor · 480 · 455");
  expect(shown("(Thousands)\t2025\t2024\nTotal\t480")[1]).toBe("Total · 480");
});

test("does not include a heading as the sentence referred back to", () => {
  expect(quotes("1.2 Products covered\n\nThis policy covers laptops. It also covers phones.")).toEqual([
    "1.2 Products covered",
    "This policy covers laptops.",
    "This policy covers laptops. It also covers phones.",
  ]);
});

test("does not take a numbered paragraph with a tab for a table row", () => {
  expect(shown("(a)\tA person must keep records.\n4.15.12\tA licence lasts a year.")).toEqual([
    "(a) A person must keep records.",
    "4.15.12 A licence lasts a year.",
  ]);
});

test("includes the table that a sentence refers to, with its column names", () => {
  const text =
    "Refunds take time. The table shows how long.\n\nTable 2: Time to refund\n\nPaid with\tIssued within\nCard\t5 days\nCheck\t7 days\n\nCash is paid at once.";
  expect(shown(text)[1]).toBe("The table shows how long.");
  expect(unitsOf(text, "").map(tableOf).filter(Boolean)).toEqual([
    "| Paid with | Issued within |\n| --- | --- |\n| Card | 5 days |\n| Check | 7 days |",
  ]);
  expect(quotes(text)[1]).toMatch(/^The table shows[^]+7 days$/);
  expect(shown(text).slice(-3)).toEqual([
    "Paid with: Card · Issued within: 5 days",
    "Paid with: Check · Issued within: 7 days",
    "Cash is paid at once.",
  ]);
  expect(shown("The table shows how long.\nIt is short.")).toContain("The table shows how long.");
});
