import type { ReactNode } from "react";
import { CountLink } from "#web/ui/cards.tsx";

type Props = {
  companyId: number | undefined;
  workspaceId?: number;
  /** Who can sign in; undefined while it loads. */
  people: number | undefined;
  /** Of these, who never has. */
  invited: number | undefined;
  /** Counts between the two: how many are invited is known last, and would move what follows. */
  children?: ReactNode;
};

/** Who signs in, and who was asked to: each leads to the list of them. */
export function PeopleCounts({ companyId, workspaceId, people, invited = 0, children }: Props) {
  const list = { tab: "users", workspace: workspaceId, companyId };
  return (
    <>
      <CountLink
        to="/admin"
        search={{ ...list, state: "active" }}
        value={people === undefined ? undefined : people - invited}
        one="active user"
        many="active users"
      />
      {children}
      {invited > 0 && (
        <CountLink
          to="/admin"
          search={{ ...list, state: "invited" }}
          value={invited}
          one="invited"
          many="invited"
        />
      )}
    </>
  );
}
