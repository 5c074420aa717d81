import { expect, test } from "vitest";
import { defaultModels } from "#server/kernel/config/providers.ts";
import { findModel, shippedModels } from "./catalog.ts";

test.each([
  ["openai", "gpt-4.1-2025-04-14", "gpt-4.1"],
  ["anthropic", "claude-haiku-4-5-20251001", "claude-haiku-4-5"],
  ["compatible", "openai/gpt-5.6-terra", "gpt-5.6-terra"],
  ["azure", "gpt-4.1", "gpt-4.1"],
] as const)("%s's %s has the known facts of %s", (provider, model, name) => {
  expect(findModel(shippedModels, provider, model)?.name).toBe(name);
});

test.each([
  ["openai", "gpt-5.6-terra-max"],
  ["openai", "claude-sonnet-5"],
  ["xai", "grok-4.30"],
] as const)("%s's %s is unknown: similar names are other models", (provider, model) => {
  expect(findModel(shippedModels, provider, model)).toBeNull();
});

test("the catalog has unique entries, known successors and no retiring default", () => {
  const names = shippedModels.map(({ provider, name }) => `${provider}/${name}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { provider, successor, retiresOn } of shippedModels) {
    if (retiresOn !== null) expect(successor).not.toBeNull();
    if (successor !== null) expect(names).toContain(`${provider}/${successor}`);
  }
  expect(findModel(shippedModels, "openai", defaultModels.smart)?.retiresOn).toBeNull();
  expect(findModel(shippedModels, "xai", defaultModels.smarter)?.retiresOn).toBeNull();
});
