import { expect, test } from "vitest";
import { failureText } from "./failure-text.ts";

test("the specified sentence comes first, then the cause if known", () => {
  const cause = new Error("The server is restarting.");
  expect(failureText("Failed to delete document", cause)).toBe(
    "Failed to delete document. The server is restarting.",
  );
  expect(failureText("'Fees' was not deleted.", cause)).toBe(
    "'Fees' was not deleted. The server is restarting.",
  );
  expect(failureText("Failed to delete document", new Error(""))).toBe("Failed to delete document");
  expect(failureText("Login failed", new Error("Login failed"))).toBe("Login failed");
});
