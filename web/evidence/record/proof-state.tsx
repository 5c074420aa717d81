import { skipToken, useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { formatDateTime } from "#web/ui/format.ts";
import { checkProof, type Shown } from "./check-proof.ts";
import type { Proof } from "./proof-parts.tsx";
import { readProof } from "./read-proof.ts";
import classes from "./proof.module.css";

/**
 * Whether the answer is unchanged since it was given, computed while the page opens: undefined until then, null where the browser
 * can't compute it.
 * @param proof undefined while it loads
 * @param shown the answer on the screen; null: its content was erased
 */
export function useProofCheck(id: number, proof: Proof | undefined, shown: Shown | null | undefined) {
  const { data, isError } = useQuery({
    queryKey: ["record", "checked", id],
    queryFn: proof === undefined || shown === undefined ? skipToken : () => checkProof(proof, shown),
    staleTime: 0,
    gcTime: 0,
  });
  return isError ? null : data;
}

/** That check, in a sentence. */
export function ProofState({
  proof,
  holds,
}: {
  proof: Proof | undefined;
  holds: boolean | null | undefined;
}) {
  // in its place from the start: what follows must not move
  if (proof === undefined || holds === undefined) return <p className={classes.verdict}>Checking …</p>;
  const since = formatDateTime(readProof(proof).entry.at);
  if (holds === true)
    return (
      <p className={classes.verdict} data-tone="ok" role="status">
        <ShieldCheck size={18} aria-hidden /> Unchanged since {since}. Checked now.
      </p>
    );
  if (holds === false)
    return (
      <p className={classes.verdict} data-tone="bad" role="alert">
        <ShieldAlert size={18} aria-hidden /> This answer is not the one on record. Don't hand it over, and
        have the record checked.
      </p>
    );
  return (
    <p className={classes.verdict} role="status">
      Recorded {since}. Not checked now: browsers compute proofs only on encrypted pages. The verifier below
      checks it anywhere.
    </p>
  );
}
