import { expect, test } from "vitest";
import { findGrids } from "./grids.ts";
import type { Ruling } from "./rulings.ts";

const ruling = (at: number, from: number, to: number): Ruling => ({ at, from, to });
const lines = (ats: number[], from: number, to: number) => ats.map((at) => ruling(at, from, to));

/** `row.column` of the cell at each point, `-` outside. */
function cellsAt(across: Ruling[], down: Ruling[], points: [number, number][]): string[] {
  const cellAt = findGrids({ across, down });
  return points.map(([x, y]) => {
    const cell = cellAt?.(x, y)?.cell;
    return cell ? `${cell.row}.${cell.column}` : "-";
  });
}

test("a point belongs to the row and column whose lines surround it", () => {
  const across = lines([700, 680, 660], 50, 450);
  const down = lines([50, 150, 450], 660, 700);
  const points: [number, number][] = [
    [60, 690],
    [200, 690],
    [60, 670],
    [449, 661],
    [40, 690],
    [60, 650],
  ];
  expect(cellsAt(across, down, points)).toEqual(["1.0", "1.1", "2.0", "2.1", "-", "-"]);
});

test("lines drawn in parts, twice, or slightly apart count as one", () => {
  const across = [ruling(700, 50, 100), ruling(700.4, 101, 450), ...lines([680, 681.5, 660], 50, 450)];
  const down = [...lines([50, 150, 450], 660, 679), ...lines([50, 150.5, 450], 681, 700)];
  expect(cellsAt(across, down, [[200, 690], [200, 670]])).toEqual(["1.1", "2.1"]); // prettier-ignore
});

test("a cell covers several columns or rows if no line divides it", () => {
  // Substance | Limit     |
  //           | 8 h | 15 m |
  const across = [...lines([700, 660], 50, 450), ruling(680, 150, 450)];
  const down = [...lines([50, 150, 450], 660, 700), ruling(300, 660, 680)];
  const cellAt = findGrids({ across, down });
  expect(cellAt?.(60, 665)?.cell).toMatchObject({
    row: 1,
    column: 0,
    rows: 2,
    drawn: { left: 50, right: 150 },
  });
  expect(cellAt?.(400, 690)?.cell).toMatchObject({
    row: 1,
    column: 1,
    columns: 2,
    drawn: { left: 150, right: 450 },
  });
  expect(cellAt?.(400, 670)?.cell).toMatchObject({ row: 2, column: 2 });
  expect(cellAt?.(60, 665)).toBe(cellAt?.(60, 690));
});

test("a table may be open at its sides", () => {
  const across = lines([700, 680, 660], 50, 450);
  expect(cellsAt(across, [ruling(150, 660, 700)], [[60, 690], [400, 670]])).toEqual(["1.0", "2.1"]); // prettier-ignore
  // without a line above its first row and below its last one
  expect(cellsAt([ruling(680, 50, 450)], lines([150, 300], 660, 700), [[60, 690], [400, 670]])).toEqual(["1.0", "2.2"]); // prettier-ignore
});

test("inside a nested table, the cell is that of the inner table", () => {
  const outer = { across: lines([700, 500, 400], 50, 550), down: lines([50, 300, 550], 400, 700) };
  const inner = { across: lines([650, 600, 550], 60, 290), down: lines([60, 150, 290], 550, 650) };
  const cellAt = findGrids({
    across: [...outer.across, ...inner.across],
    down: [...outer.down, ...inner.down],
  });
  expect(cellAt?.(100, 620)?.cell?.table).not.toBe(cellAt?.(100, 680)?.cell?.table);
  expect(cellAt?.(200, 560)?.cell).toMatchObject({ row: 2, column: 1 });
});

test("frames, underlines and boxes around a few figures are not tables", () => {
  expect(findGrids({ across: lines([700, 100], 50, 550), down: lines([50, 550], 100, 700) })).toBeNull();
  expect(findGrids({ across: lines([700, 680], 50, 200), down: [ruling(300, 660, 720)] })).toBeNull();
  expect(
    findGrids({ across: lines([700, 680], 300, 450), down: lines([300, 380, 450], 680, 700) }),
  ).toBeNull();
});

test("a drawing with thousands of lines takes little time", () => {
  const many = Array.from({ length: 1_500 }, (_, at) => at * 5);
  expect(findGrids({ across: lines(many, 0, 7_500), down: lines(many, 0, 7_500) })).toBeNull();
});
