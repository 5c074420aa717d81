import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/notices/notifications.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Person } from "#server/kernel/actor.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { progressReporter } from "./progress.ts";
import { toRead } from "./store.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("reading progress is announced once a second, only within its company", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { document } = await buildTheme(admin);
  const foreign = await buildCompany(app);
  const caller = jobCaller(app.services, "read-document", companyId);
  const version = await caller.transact((ctx) =>
    toRead(ctx).where("v.document_id", "=", document.id).executeTakeFirstOrThrow(),
  );
  const heard: LiveEvent[] = [];
  const strange: LiveEvent[] = [];
  const listen = (company: number, events: LiveEvent[]) =>
    app.services.events.subscribe({
      person: { id: 0, role: "workspace_admin", companyId: company } as Person,
      send: (event) => void events.push(event),
      end: () => undefined,
    });
  const leave = [listen(companyId, heard), listen(foreign.companyId, strange)];
  const say = progressReporter(caller, version);
  const told = () => heard.flatMap((event) => (event.type === "document" ? [event.progress] : []));
  const sayUntilTold = (read: number, times: number) =>
    vi.waitUntil(
      () => {
        say(read, 10);
        return told().length === times;
      },
      { timeout: 10_000 },
    );
  vi.advanceTimersByTime(500);
  say(1, 10);
  vi.advanceTimersByTime(600);
  await sayUntilTold(2, 1);
  vi.advanceTimersByTime(100);
  say(3, 10);
  vi.advanceTimersByTime(1000);
  await sayUntilTold(4, 2);
  expect(told()).toEqual([
    { read: 2, all: 10 },
    { read: 4, all: 10 },
  ]);
  expect(heard[0]).toMatchObject({ documentId: document.id, status: "processing" });
  expect(strange).toEqual([]);
  for (const end of leave) end();
});
