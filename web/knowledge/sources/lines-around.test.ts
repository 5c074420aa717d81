import { expect, test } from "vitest";
import { linesAround } from "./lines-around.ts";

const from = (text: string, words: string) => linesAround(text, { start: text.indexOf(words) });

test("a passage is shown from the words that matter, without the title and headings above them", () => {
  expect(from("Returns Policy\n1. Purpose\nDrones fly. They are insured.", "Drones")).toBe(
    "Drones fly. They are insured.",
  );
});

test("the beginning of the paragraph is shown if it is near", () => {
  expect(from("Returns Policy\nDrones fly. They are insured.", "They")).toBe("Drones fly. They are insured.");
  const long = "A drone flies. ".repeat(20);
  expect(from(`${long}They are insured.`, "They")).toBe("…\u00a0They are insured.");
});

test("a row of a table keeps the names of its columns", () => {
  const table = "Fees\nProduct | Fee\nHeadset | 2\nDrone | 5\nLate fees follow.";
  expect(from(table, "Drone")).toBe("Product | Fee\nDrone | 5\nLate fees follow.");
  expect(from(table, "Product")).toBe("Product | Fee\nHeadset | 2\nDrone | 5\nLate fees follow.");
});
