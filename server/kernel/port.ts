import type { Services } from "./services.ts";

/**
 * A service of one district. Its key is exported beside its type, so that only those who may import that district can
 * reach it; the kernel holds it without knowing what it is.
 */
export type Port<Service> = {
  /** @throws Error if the program did not open it */
  of(services: Pick<Services, "ports">): Service;
  open(services: Pick<Services, "ports">, service: Service): void;
};

/** @param name for the error if nobody opened it */
export function portOf<Service>(name: string): Port<Service> {
  const key = Symbol(name);
  return {
    of({ ports }) {
      if (!ports.has(key)) throw new Error(`the program opened no ${name}`);
      // only `open` below writes under this key
      return ports.get(key) as Service;
    },
    open: ({ ports }, service) => void ports.set(key, service),
  };
}
