import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { formatDateTime } from "#web/ui/format.ts";
import { checkProof } from "./check-proof.ts";
import type { Shown } from "./check-proof.ts";
import type { Proof } from "./proof-parts.tsx";
import { readProof } from "./read-proof.ts";
import classes from "./proof.module.css";

type Props = {
  id: number;
  /** Undefined while it loads. */
  proof: Proof | undefined;
  /** The answer on the screen; null: its content was erased. */
  shown: Shown | null;
};

/** Whether the answer stands as it was given, computed while the page opens. */
export function ProofState({ proof, ...props }: Props) {
  // in its place from the start: what follows must not move
  if (proof === undefined) return <p className={classes.verdict}>Checking …</p>;
  return <Checked {...props} proof={proof} />;
}

function Checked({ id, proof, shown }: Props & { proof: Proof }) {
  const { data: holds, isPending } = useQuery({
    queryKey: ["record", "checked", id],
    queryFn: () => checkProof(proof, shown),
    staleTime: 0,
    gcTime: 0,
  });
  const since = formatDateTime(readProof(proof).entry.at);
  if (isPending) return <p className={classes.verdict}>Checking …</p>;
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
