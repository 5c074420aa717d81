import type { Warning } from "../extraction.ts";
import { Unreadable } from "../reading.ts";
import type { Findings } from "./pieces.ts";

export function findingWarnings(findings: Findings): Warning[] {
  const warnings: Warning[] = [];
  const places = (count: number) => (count === 1 ? "1 place" : `${count} places`);
  const add = (count: number, code: Warning["code"], message: string) =>
    void (count > 0 && warnings.push({ code, message }));
  add(findings.hidden, "hidden_text", `Hidden text was found in ${places(findings.hidden)} and left out.`);
  add(
    findings.struck,
    "struck_text",
    `Struck-out text was found in ${places(findings.struck)} and left out.`,
  );
  add(
    findings.white,
    "white_text",
    `White text on white paper was found in ${places(findings.white)} and left out.`,
  );
  add(
    findings.whiteKept,
    "white_text",
    `White text was found in ${findings.whiteKept} table cells; it was kept, since the table may color its cells.`,
  );
  add(
    findings.tiny,
    "tiny_text",
    `Text too small to read was found in ${places(findings.tiny)} and left out.`,
  );
  add(
    findings.deletions,
    "deletions_left_out",
    `${findings.deletions} tracked deletions were left out; insertions were read.`,
  );
  add(findings.chunks, "part_not_read", `${findings.chunks} embedded parts (altChunk) were not read.`);
  add(
    findings.numbers,
    "part_not_read",
    `The numbers of fields (AUTONUM, LISTNUM) in ${places(findings.numbers)} were not read.`,
  );
  return warnings;
}

export const hasUnseen = ({ hidden, struck, white, tiny }: Findings) => hidden + struck + white + tiny > 0;

export const unseenOnly = () =>
  new Unreadable("empty", "This Word file contains only text that readers cannot see. It was not used.");

export function rightsWarnings(text: string): Warning[] {
  return isRightsNotice(text)
    ? [{ code: "rights_notice", message: "Only a notice about rights protection is readable in this file." }]
    : [];
}

/** Files under rights management contain one short page that says so. */
function isRightsNotice(text: string): boolean {
  return (
    text.length < 2_000 &&
    /(permission|rights)[ -](is |are )?(currently )?(restricted|protected|management)|Information Rights Management|IRM/i.test(
      text,
    )
  );
}
