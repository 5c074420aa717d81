import { AppError } from "./errors.ts";

/** The waiting party: a company (null: the platform itself) and one of its people. */
export type Owner = { company: number | null; person: number };

/** Releases the place; further calls do nothing. */
export type Release = () => void;

/** A bounded number of places, shared evenly by companies and, within a company, by its people. */
export type FairSemaphore = {
  /**
   * Waits for a place.
   * @throws AppError limit_exceeded if the company or the person already has too much waiting; the signal's reason if it
   * aborts first
   */
  acquire(owner: Owner, signal?: AbortSignal): Promise<Release>;
  /** Whether anybody waits for a place. */
  isCrowded(): boolean;
};

export type TurnRules = {
  /** Number of tasks at the same time. */
  places: number;
  /** Maximum for one company: the rest stays free for the others. */
  perCompany: number;
  /** Maximum of waiting and running tasks, for one company and for one person; more are refused. */
  mostPerCompany: number;
  mostPerPerson: number;
  /** The message for a refused person, and when to try again. */
  refusal: string;
  retryAfterSeconds: number;
};

type Waiter = { owner: Owner; start(): void };
type Share = {
  running: number;
  waiting: Waiter[];
  /** Milliseconds of places used, on a clock that all companies share. */
  used: number;
  people: Map<number, { total: number; running: number; lastServed: number }>;
};

/**
 * Serves the company with the fewest running tasks and, among equals, the one that has used the least time; within a
 * company, the person with the fewest running, then the one served longest ago. A company returning from idle starts level
 * with the others (virtual time, as in start-time fair queueing: Goyal, Vin and Cheng, 1996).
 */
export function createTurns(rules: TurnRules, now: () => number = () => performance.now()): FairSemaphore {
  const shares = new Map<number | null, Share>();
  let running = 0;
  let virtualTime = 0;
  let served = 0;

  function shareOf({ company, person }: Owner) {
    let share = shares.get(company);
    if (share === undefined) {
      share = { running: 0, waiting: [], used: virtualTime, people: new Map() };
      shares.set(company, share);
    }
    let own = share.people.get(person);
    if (own === undefined) {
      own = { total: 0, running: 0, lastServed: 0 };
      share.people.set(person, own);
    }
    return { share, own };
  }

  function leave(owner: Owner): void {
    const { share, own } = shareOf(owner);
    own.total -= 1;
    if (own.total === 0) share.people.delete(owner.person);
    if (share.people.size === 0) shares.delete(owner.company);
  }

  function begin(owner: Owner): Release {
    const { share, own } = shareOf(owner);
    running += 1;
    share.running += 1;
    own.running += 1;
    own.lastServed = ++served;
    virtualTime = Math.max(virtualTime, share.used);
    const started = now();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      running -= 1;
      share.running -= 1;
      own.running -= 1;
      share.used += now() - started;
      leave(owner);
      serve();
    };
  }

  function serve(): void {
    while (running < rules.places) {
      const share = nextShare();
      if (share === null) return;
      const waiter = nextOf(share);
      share.waiting.splice(share.waiting.indexOf(waiter), 1);
      waiter.start();
    }
  }

  function nextShare(): Share | null {
    let best: Share | null = null;
    for (const share of shares.values()) {
      if (share.waiting.length === 0 || share.running >= rules.perCompany) continue;
      if (
        best === null ||
        share.running < best.running ||
        (share.running === best.running && share.used < best.used)
      )
        best = share;
    }
    return best;
  }

  function nextOf(share: Share): Waiter {
    return share.waiting.reduce((best, waiter) => {
      const [one, other] = [share.people.get(waiter.owner.person), share.people.get(best.owner.person)];
      if (one === undefined || other === undefined || one === other) return best;
      const order = one.running - other.running || one.lastServed - other.lastServed;
      return order < 0 ? waiter : best;
    });
  }

  return {
    acquire(owner, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const { share, own } = shareOf(owner);
      const total = share.running + share.waiting.length;
      if (own.total >= rules.mostPerPerson || total >= rules.mostPerCompany) {
        if (own.total === 0) share.people.delete(owner.person);
        const { refusal, retryAfterSeconds } = rules;
        return Promise.reject(new AppError("limit_exceeded", refusal, { retryAfterSeconds }));
      }
      own.total += 1;
      if (running < rules.places && share.running < rules.perCompany) return Promise.resolve(begin(owner));
      const turn = Promise.withResolvers<Release>();
      const waiter: Waiter = {
        owner,
        start() {
          signal?.removeEventListener("abort", giveUp);
          turn.resolve(begin(owner));
        },
      };
      const giveUp = () => {
        share.waiting.splice(share.waiting.indexOf(waiter), 1);
        leave(owner);
        turn.reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      share.waiting.push(waiter);
      return turn.promise;
    },
    isCrowded: () => [...shares.values()].some(({ waiting }) => waiting.length > 0),
  };
}
