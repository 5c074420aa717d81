import { afterEach, expect, test } from "vitest";
import { openThreadPool, type ThreadPool } from "./thread-pool.ts";
import { DeadlineError, lateAnswer, StarvedError } from "./deadline.ts";
import { AppError } from "./errors.ts";

type Counting = { spin(input: { ms: number }): string; idle(input: { ms: number }): Promise<string> };

const side = new URL("./thread-side.ts", import.meta.url).href;
const spinning = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { exposeWorker } from ${JSON.stringify(side)};
     exposeWorker({ spin({ ms }) { const end = performance.now() + ms; while (performance.now() < end); return "done"; },
       idle({ ms }) { return new Promise((resolve) => setTimeout(resolve, ms, "done")); } });`,
  )}`,
);
const rules = {
  places: 2,
  perCompany: 1,
  mostPerCompany: 9,
  mostPerPerson: 9,
  refusal: "Wait.",
  retryAfterSeconds: 1,
};
const budget = (company: number, deadlineMs: number) => ({
  owner: { company, person: 1 },
  deadlineMs,
  signal: new AbortController().signal,
});

let pool: ThreadPool<Counting>;
afterEach(() => pool.close());

test("work past its deadline is ended, and its replacement thread works", async () => {
  pool = openThreadPool<Counting>(spinning, { eager: true, rules });
  const started = performance.now();
  await expect(pool.run("spin", { ms: 60_000 }, budget(1, 100))).rejects.toThrow(DeadlineError);
  expect(performance.now() - started).toBeLessThan(5_000);
  await expect(pool.run("spin", { ms: 1 }, budget(1, 1_000))).resolves.toBe("done");
});

test("only computing counts: work that gets no processor has ten times as long, and then the machine is at fault", async () => {
  pool = openThreadPool<Counting>(spinning, { eager: true, rules });
  await expect(pool.run("idle", { ms: 500 }, budget(1, 100))).resolves.toBe("done");
  const tooMuch = new AppError("invalid", "Ask in fewer words.");
  const late = await pool.run("idle", { ms: 60_000 }, budget(1, 100)).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(StarvedError);
  expect(lateAnswer(late as StarvedError, tooMuch)).toMatchObject({
    code: "unavailable",
    retryAfterSeconds: 5,
  });
  const computed = await pool.run("spin", { ms: 60_000 }, budget(1, 100)).catch((error: unknown) => error);
  expect(lateAnswer(computed as DeadlineError, tooMuch)).toBe(tooMuch);
});

test("a company that keeps a thread busy does not block the other one for a second company", async () => {
  pool = openThreadPool<Counting>(spinning, { eager: true, rules });
  const order: string[] = [];
  const long = [1, 2, 3].map(() =>
    pool.run("spin", { ms: 300 }, budget(1, 5_000)).then(() => order.push("first company")),
  );
  await pool.run("spin", { ms: 1 }, budget(2, 5_000)).then(() => order.push("second company"));
  await Promise.all(long);
  expect(order.indexOf("second company")).toBeLessThan(2);
});
