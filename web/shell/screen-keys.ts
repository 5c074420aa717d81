import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Role } from "#contract/kernel/permissions.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { entriesFor } from "./screens.ts";
import { isPlainKey } from "#web/ui/plain-keys.ts";

/** The second key of each screen, after G. */
export const screenKeys: Record<string, string> = {
  c: "/companies",
  s: "/workspaces",
  t: "/themes",
  w: "/agent-workbench",
  a: "/admin",
  r: "/reports",
  h: "/help",
};

/** Time allowed for the second key. */
const pauseMs = 1_500;

/** G plus a letter opens a screen; only those in the person's navigation. */
export function useScreenKeys(role: Role): void {
  const navigate = useNavigate();
  const { companyId } = useCompany();
  useEffect(() => {
    const reachable = new Set(entriesFor(role).map(({ to }) => to));
    let until = 0;
    const press = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return void (until = 0);
      const isSecond = Date.now() < until;
      until = event.key === "g" ? Date.now() + pauseMs : 0;
      if (!isSecond) return;
      const to = Object.hasOwn(screenKeys, event.key) ? screenKeys[event.key] : undefined;
      if (to === undefined || !reachable.has(to)) return;
      // overrides the screen's own shortcuts
      event.preventDefault();
      event.stopImmediatePropagation();
      void navigate({ to, search: companyId === undefined ? {} : { companyId } });
    };
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, [navigate, role, companyId]);
}
