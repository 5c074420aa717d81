import type { Mail } from "#server/platform/mail/mail.ts";
import { pemOf } from "../note.ts";
import type { Witness } from "./witness.ts";

const dayMs = 86_400_000;

/** A daily mail with the newest head of each log that grew, for recipients whose mailboxes are beyond our reach. */
export function letterWitness(to: string[], mail: Mail): Witness {
  return {
    name: `mailto:${to.join(",")}`,
    takes: { newest: "of all logs", everyMs: dayMs },
    mostAtOnce: 200,
    async put(heads) {
      const keys = new Map(heads.map(({ publicKey }) => [publicKey.toString("hex"), pemOf(publicKey)]));
      const text = [
        "Keep this email. Each block below is the signed head of one of this installation's logs: its name, its number of events, and a hash over all of them. Anyone who has a head can show that an event was changed or removed afterwards.",
        ...heads.map(({ note }) => note.trimEnd()),
        "The key that verifies them:",
        ...keys.values(),
      ].join("\n\n");
      for (const address of to)
        await mail.send({ to: address, subject: `Footnote: heads of ${heads.length} logs`, text });
      return null;
    },
    reader: null,
    close: () => undefined,
  };
}
