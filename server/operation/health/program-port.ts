import { portOf } from "#server/kernel/port.ts";
import type { Services } from "#server/kernel/services.ts";

/** The whole program, for the calls that say how it is. */
export const wholeProgram = portOf<Services>("program");
