import { callerFor, publicCaller, systemCaller } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Person } from "#server/kernel/actor.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import type { WorkspaceKey } from "./facts/company.ts";
import type { PersonKey } from "./facts/people.ts";
import type { ThemeKey } from "./facts/themes.ts";

/** The company's people and items, by their names in `facts/`. */
export type Cast = {
  companyId: number;
  person(key: PersonKey): Person;
  workspace(key: WorkspaceKey): number;
  theme(key: ThemeKey): number;
};

const origin = { requestId: "demo", address: "" };

/** Everyone acts through the product's own verbs, at a time in the past. */
export type Stage = {
  services: VerbServices;
  now: Date;
  as(person: Person, at: Date): Caller;
  asSystem(at: Date): Caller;
  asVisitor(at: Date): Caller;
};

export function openStage(services: VerbServices): Stage {
  const now = services.clock.now();
  return {
    services,
    now,
    as: (person, at) => callerFor(servicesAt(services, at), person, origin, null),
    asSystem: (at) => systemCaller(servicesAt(services, at), "demo"),
    asVisitor: (at) => publicCaller(servicesAt(services, at), origin),
  };
}

/**
 * The services with a clock set back. The invented people get no email, and their questions cost nothing: the installation's keys are not used, so the answers are quotations.
 */
export function servicesAt(services: VerbServices, at: Date): VerbServices {
  const behind = services.clock.now().getTime() - at.getTime();
  const { config } = services;
  return {
    ...services,
    clock: { now: () => new Date(services.clock.now().getTime() - behind) },
    mail: {
      isConfigured: false,
      send: () => Promise.resolve(),
      prove: () => Promise.resolve(),
      close: () => undefined,
    },
    config: {
      ...config,
      models: {
        smart: { ...config.models.smart, installationKey: null },
        smarter: { ...config.models.smarter, installationKey: null },
      },
    },
  };
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}
