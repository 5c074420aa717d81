import { lazy, Suspense, useEffect, useState } from "react";
import { answerConflicts, type Clash } from "./settle-conflict.ts";

/** Rarely needed: not in the initial script. */
const ConflictDialog = lazy(async () => ({
  default: (await import("./conflict-dialog.tsx")).ConflictDialog,
}));

type Request = { clashes: Clash[]; settle(theirs: ReadonlySet<string> | null): void };

/** The single dialog for every form whose fields someone else changed too. */
export function ConflictSettler() {
  const [request, setRequest] = useState<Request | null>(null);
  useEffect(() => answerConflicts((clashes) => new Promise((settle) => setRequest({ clashes, settle }))), []);
  // leaving or signing out saves nothing
  useEffect(() => () => request?.settle(null), [request]);
  if (request === null) return null;
  return (
    <Suspense>
      <ConflictDialog
        clashes={request.clashes}
        onEnd={(theirs) => {
          request.settle(theirs);
          setRequest(null);
        }}
      />
    </Suspense>
  );
}
