import { expect, test } from "vitest";
import type { ModelRequest } from "./models.ts";
import { createPaces } from "./paces.ts";

const request = (tokens: number, given: Partial<ModelRequest> = {}): ModelRequest => ({
  provider: "compatible",
  baseUrl: "http://provider",
  profile: { thinks: null, refuses: [] },
  apiKey: null,
  model: "m",
  slot: "smart",
  system: "",
  messages: [{ role: "user", content: "x".repeat(tokens * 2.5 - 1) }],
  temperature: 0,
  maxOutputTokens: 1,
  signal: new AbortController().signal,
  ...given,
});

test("a model's speed is among the slowest measured: cached beginnings say nothing about other prompts", () => {
  const paces = createPaces();
  for (const ms of [10_000, 50, 40, 60, 50, 40]) paces.noteRead(request(1_000), ms);
  paces.noteRead(request(1_000), 11_000);
  expect(paces.speedOf(request(1))).toBeCloseTo(100, 0);
});

test("short prompts measure nothing", () => {
  const paces = createPaces();
  paces.noteRead(request(100), 5_000);
  expect(paces.speedOf(request(1))).toBeNull();
});

test("Smart and Smarter, and each model, have speeds of their own", () => {
  const paces = createPaces();
  paces.noteRead(request(1_000), 1_000);
  expect(paces.speedOf(request(1, { slot: "smarter" }))).toBeNull();
  expect(paces.speedOf(request(1, { model: "n" }))).toBeNull();
});

test("a prompt that was not read in time lowers the speed until a word arrives", () => {
  const paces = createPaces();
  paces.noteRead(request(1_000), 1_000);
  paces.noteUnread(request(1_000), 10_000);
  expect(paces.speedOf(request(1))).toBeCloseTo(50, 0);
  paces.noteRead(request(100), 100);
  expect(paces.speedOf(request(1))).toBeCloseTo(1_000, -1);
});

test("only the last speeds count", () => {
  const paces = createPaces();
  for (let turn = 0; turn < 3; turn++) paces.noteRead(request(1_000), 100_000);
  for (let turn = 0; turn < 8; turn++) paces.noteRead(request(1_000), 1_000);
  expect(paces.speedOf(request(1))).toBeCloseTo(1_000, -1);
});
