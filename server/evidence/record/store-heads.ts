import type { VerbServices } from "#server/kernel/services.ts";
import { deliverHeads } from "./deliver.ts";
import { KeyLostError } from "./signing-key.ts";
import { startCheckOfBroken } from "./start-check.ts";
import { signGrownLogs } from "./sign.ts";
import { reportRecovery, reportTrouble } from "./trouble.ts";

const keyTrouble = "signing key";

/** Every minute: signs the logs that grew and delivers their heads to the outside places. */
export async function storeHeads(services: VerbServices): Promise<void> {
  try {
    await startCheckOfBroken(services, await signGrownLogs(services));
    await reportRecovery(services, {
      what: keyTrouble,
      title: "Heads of the record are signed again",
      body: "The signing key can be opened again, or a new one was made.",
    });
  } catch (error) {
    if (!(error instanceof KeyLostError)) throw error;
    services.log.error({ err: error }, "heads of the record are not signed");
    await reportTrouble(
      services,
      {
        what: keyTrouble,
        reason: error.message,
        title: "Heads of the record are not signed",
        advice:
          "Events are recorded as before. Start with the earlier master key in SECRET_KEY_PREVIOUS, or make a new signing key; heads of the earlier one stay valid.",
      },
      0,
    );
  }
  await deliverHeads(services);
}
