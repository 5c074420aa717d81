import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, X } from "lucide-react";
import { useState } from "react";
import { can } from "#contract/kernel/permissions.ts";
import type { CurrentUser } from "#contract/identity/users.ts";
import { CommandButton } from "./command-button.tsx";
import { CompanyChoice } from "#web/kernel/company-scope/company-choice.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { OpenWork } from "./open-work.tsx";
import { entriesFor, litFor } from "./screens.ts";
import { NotificationBell } from "#web/notices/notifications/notification-bell.tsx";
import { Person } from "./person.tsx";
import { recordedCompanyQuery } from "#web/kernel/company-scope/queries.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import classes from "./top-navigation.module.css";

const tabName = ["tab"];

const showsRecord = (path: string) => path === "/admin" || path.startsWith("/reports");

/** Screens with their own company picker: a second one would be redundant. */
const choosesItself = (path: string) =>
  ["/workspaces", "/record", "/hand-over", "/retention", "/examiners"].includes(path) ||
  path.startsWith("/reports");

export function TopNavigation({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false);
  const pathname = useLocation({ select: (location) => location.pathname });
  const highlighted = litFor(user.role, pathname, useSearchParams(tabName).text("tab"));
  const { companyId } = useCompany();
  const chosen = useQuery({ ...recordedCompanyQuery(companyId ?? 0), enabled: companyId !== undefined });
  // a deleted company has only its record left
  const sharedWith = (to: string) =>
    companyId === undefined || (chosen.data?.isDeleted === true && !showsRecord(to)) ? {} : { companyId };
  return (
    <nav className={classes.bar} aria-label="Main">
      <Link to="/dashboard" className={classes.logo}>
        Footnote<sup aria-hidden>1</sup>
      </Link>
      <ActionIcon
        variant="subtle"
        color="var(--ink)"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="entries"
        aria-label={isOpen ? "Close the menu" : "Open the menu"}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <X size={20} /> : <MenuIcon size={20} />}
      </ActionIcon>
      <div id="entries" className={classes.entries} data-open={isOpen || undefined}>
        {entriesFor(user.role).map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            search={sharedWith(entry.to)}
            className={classes.entry}
            data-has-count={entry.to === "/admin" || undefined}
            aria-current={highlighted.entry === entry.to ? "page" : undefined}
            onClick={() => setOpen(false)}
          >
            {entry.label}
            {entry.to === "/admin" && <OpenWork />}
          </Link>
        ))}
      </div>
      <div className={classes.end}>
        {can(user.role, "company:create") && !choosesItself(pathname) && (
          <CompanyChoice
            label="Company"
            none="All Companies"
            size="xs"
            className={classes.company}
            withDeleted={showsRecord(pathname)}
          />
        )}
        <CommandButton role={user.role} />
        <NotificationBell />
        <Person user={user} lit={highlighted.personal} />
      </div>
    </nav>
  );
}
