import type { Services } from "#server/services.ts";
export async function runDemo(_services: Services): Promise<string[]> { return []; }
