import type { suspicions } from "#contract/operation/leads.ts";
import type { Context } from "#server/kernel/context.ts";
import { readSignedTime, signTime } from "#server/platform/signed-time.ts";
import type { Services } from "#server/kernel/services.ts";

const purpose = "lead form";

/** Milliseconds: faster than anyone can read the form and fill in its required fields. */
const fastestPerson = 1500;
/** Milliseconds: a form opened on Friday can still be sent on Monday. */
const longestOpen = 72 * 3_600_000;

/** The form's stamp: when the server sent it, by the server's own clock. */
export function stampLeadForm(
  services: Pick<Services, "clock" | "config">,
  now = services.clock.now(),
): string {
  return signTime(services.config.secretKeys, purpose, now);
}

/** Why a request may come from a bot; null if nothing suggests it, as for a program that sends no stamp. */
export function suspicionOf(
  ctx: Context,
  { website, stamp }: { website: string; stamp: string },
): (typeof suspicions)[number] | null {
  if (website !== "") return "hidden-field";
  if (stamp === "") return null;
  const opened = readSignedTime(ctx.services.config.secretKeys, purpose, stamp);
  if (opened === null) return "no-stamp";
  const openFor = ctx.now.getTime() - opened.getTime();
  if (openFor > longestOpen) return "no-stamp";
  return openFor < fastestPerson ? "too-fast" : null;
}
