import { expect, test } from "vitest";
import { z } from "zod";
import { resetPassword } from "#contract/identity/sessions.ts";
import { inputSentence } from "./input-sentence.ts";

function saidOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value, { error: inputSentence }).error?.issues[0]?.message;
}

test("an input is refused in plain words, not the schema's", () => {
  expect(saidOf(z.string(), 7)).toBe("This must be text.");
  expect(saidOf(z.string().min(20), "short")).toBe("Use at least 20 characters.");
  expect(saidOf(z.array(z.number()).max(2), [1, 2, 3])).toBe("Use at most 2 entries.");
  expect(saidOf(z.number().max(1200), 1201)).toBe("Use at most 1,200.");
  expect(saidOf(z.enum(["agent", "super_admin"]), "king")).toBe("This must be one of: agent, super_admin.");
});

test("a schema's own sentence is kept", () => {
  const cut = { token: "cut", newPassword: "a walk in the rain 7" };
  expect(saidOf(resetPassword.body, cut)).toBe(
    "This link is incomplete. Open it from the email again, or request a new one.",
  );
});
