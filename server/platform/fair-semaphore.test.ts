import { expect, test } from "vitest";
import { createTurns, type Owner, type Release, type TurnRules } from "./fair-semaphore.ts";

const rules: TurnRules = {
  places: 3,
  perCompany: 2,
  mostPerCompany: 10,
  mostPerPerson: 6,
  refusal: "Wait for one of your questions.",
  retryAfterSeconds: 2,
};
const alpha = (person = 1): Owner => ({ company: 1, person });
const beta = (person = 9): Owner => ({ company: 2, person });

/** Takes turns and remembers the order of service. */
function desk(changed: Partial<TurnRules> = {}, now?: () => number) {
  const turns = createTurns({ ...rules, ...changed }, now);
  const served: string[] = [];
  const releases: Release[] = [];
  return {
    turns,
    served,
    async take(name: string, owner: Owner, signal?: AbortSignal) {
      const release = await turns.acquire(owner, signal);
      served.push(name);
      releases.push(release);
    },
    async release() {
      releases.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test("a company that floods the queue leaves a place for the others", async () => {
  const { take, served } = desk();
  for (let n = 0; n < 5; n++) void take(`alpha ${n}`, alpha());
  await take("beta", beta());
  expect(served).toEqual(["alpha 0", "alpha 1", "beta"]);
});

test("waiting companies are served in turns, and so are the people of one", async () => {
  let clock = 0;
  const { take, served, release } = desk({ places: 1, perCompany: 1 }, () => clock);
  await take("alpha", alpha());
  for (let n = 0; n < 3; n++) void take(`alpha 1.${n}`, alpha(1));
  void take("alpha 2.0", alpha(2));
  void take("beta 0", beta());
  void take("beta 1", beta());
  for (let n = 0; n < 6; n++) {
    clock += 10;
    await release();
  }
  expect(served).toEqual(["alpha", "beta 0", "alpha 2.0", "beta 1", "alpha 1.0", "alpha 1.1", "alpha 1.2"]);
});

test("a company with longer work is served less often", async () => {
  let clock = 0;
  const { take, served, release } = desk({ places: 1, perCompany: 1 }, () => clock);
  for (let n = 0; n < 3; n++) void take("alpha", alpha());
  for (let n = 0; n < 6; n++) void take("beta", beta(n));
  await new Promise(setImmediate);
  for (let n = 0; n < 5; n++) {
    clock += served.at(-1) === "alpha" ? 100 : 10;
    await release();
  }
  expect(served).toEqual(["alpha", "beta", "beta", "beta", "beta", "beta"]);
});

test("waiting beyond the limit of a person or a company is refused with the seconds to wait", async () => {
  const { turns, take } = desk();
  for (let n = 0; n < 6; n++) void take("alpha", alpha());
  await expect(turns.acquire(alpha())).rejects.toMatchObject({
    code: "limit_exceeded",
    retryAfterSeconds: 2,
  });
  for (let n = 0; n < 4; n++) void take("alpha", alpha(2));
  await expect(turns.acquire(alpha(3))).rejects.toThrow("Wait for one of your questions.");
  await expect(turns.acquire(beta())).resolves.toBeTypeOf("function");
});

test("leaving while waiting gives up the place in the queue", async () => {
  const { turns, take, served, release } = desk({ places: 1, perCompany: 1 });
  await take("alpha", alpha());
  const leaving = new AbortController();
  const left = turns.acquire(beta(), leaving.signal);
  void take("gamma", { company: 3, person: 1 });
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  await release();
  expect(served).toEqual(["alpha", "gamma"]);
  await expect(turns.acquire(beta(), leaving.signal)).rejects.toThrow("left");
});

test("a place released twice is free once", async () => {
  const { turns } = desk({ places: 1, perCompany: 1 });
  const release = await turns.acquire(alpha());
  release();
  release();
  await turns.acquire(alpha());
  const waiting = turns.acquire(beta());
  await expect(Promise.race([waiting, Promise.resolve("waits")])).resolves.toBe("waits");
});
