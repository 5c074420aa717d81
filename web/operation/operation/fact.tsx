import type { ReactNode } from "react";
import { formatNumber } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";

/** A line of a card: a name and its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A count that asks for attention unless it is 0. */
export function Attention({ count, tone }: { count: number; tone: "warn" | "bad" }) {
  return count === 0 ? formatNumber(0) : <Badge tone={tone}>{formatNumber(count)}</Badge>;
}
