import type { Services } from "#server/services.ts";
import { runDemo } from "./demo/run.ts";

/** Fills an empty database with a scenario; returns the lines to print (addresses and passwords). */
export async function runScenario(services: Services, name: "demo" | "none"): Promise<string[]> {
  return name === "demo" ? runDemo(services) : [];
}
