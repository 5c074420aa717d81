/** Shows the dialog that asks for the password. @returns whether the password was given */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asking: Promise<boolean> | null = null;

/** Names who asks from now on; calling what comes back ends it. */
export function answerProofRequests(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/** Asks for the password again; calls that need it at the same time share one dialog. */
export function askForProof(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
