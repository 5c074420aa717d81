import { ActionIcon, Menu, NativeSelect, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { LogOut, Menu as MenuIcon, Monitor, Moon, Sun, UserRound, X } from "lucide-react";
import { useState } from "react";
import { can } from "#contract/permissions.ts";
import type { Role } from "#contract/permissions.ts";
import type { CurrentUser } from "#contract/users.ts";
import { useSession } from "../session.tsx";
import { useCompany } from "./company.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { companiesQuery } from "./queries.ts";
import classes from "./top-navigation.module.css";

type Entry = { label: string; to: string; roles: Role[] };

/** Entries and who sees them (spec/1, section 2). */
export const entries: Entry[] = [
  { label: "Companies", to: "/companies", roles: ["super_admin"] },
  { label: "Workspaces", to: "/workspaces", roles: ["super_admin"] },
  { label: "Themes", to: "/themes", roles: ["super_admin", "workspace_admin"] },
  { label: "Agent Workbench", to: "/agent-workbench", roles: ["super_admin", "workspace_admin", "agent"] },
  { label: "Admin", to: "/admin", roles: ["super_admin", "workspace_admin"] },
  { label: "Reports", to: "/reports", roles: ["super_admin", "workspace_admin"] },
  { label: "Help", to: "/help", roles: ["super_admin", "workspace_admin", "agent"] },
];

export function TopNavigation({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { companyId } = useCompany();
  const shared = companyId === undefined ? {} : { companyId };
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
        {entries
          .filter((entry) => entry.roles.includes(user.role))
          .map((entry) => (
            <Link
              key={entry.to}
              to={entry.to}
              search={shared}
              className={classes.entry}
              aria-current={pathname === entry.to ? "page" : undefined}
              onClick={() => setOpen(false)}
            >
              {entry.label}
            </Link>
          ))}
      </div>
      <div className={classes.end}>
        {can(user.role, "company:create") && <CompanySwitcher />}
        <NotificationBell />
        <Person user={user} />
      </div>
    </nav>
  );
}

/** A super admin works in one chosen company at a time, or across all. */
function CompanySwitcher() {
  const { companyId, choose } = useCompany();
  const { data } = useQuery(companiesQuery);
  return (
    <NativeSelect
      size="xs"
      aria-label="Company"
      className={classes.company}
      value={companyId === undefined ? "" : String(companyId)}
      onChange={(event) =>
        choose(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value))
      }
      data={[
        { value: "", label: "All Companies" },
        ...(data ?? []).map((company) => ({ value: String(company.id), label: company.name })),
      ]}
    />
  );
}

function Person({ user }: { user: CurrentUser }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = async () => {
    await signOut();
    await navigate({ to: "/login" });
  };
  return (
    <div className={classes.person}>
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <button type="button" className={classes.who}>
            <span className={classes.initials} aria-hidden>
              {initialsOf(user)}
            </span>
            <span className={classes.names}>
              <span className={classes.name}>{displayName(user)}</span>
              <span className={classes.role}>{user.role.replaceAll("_", " ")}</span>
            </span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<UserRound size={16} />} onClick={() => void navigate({ to: "/account" })}>
            Your account
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Appearance</Menu.Label>
          {(
            [
              ["light", "Light", Sun],
              ["dark", "Dark", Moon],
              ["auto", "As the system", Monitor],
            ] as const
          ).map(([scheme, label, Icon]) => (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={16} />}
              aria-checked={colorScheme === scheme}
              role="menuitemradio"
              className={classes.scheme}
              onClick={() => setColorScheme(scheme)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        variant="subtle"
        color="var(--ink-2)"
        aria-label="Logout"
        title="Logout"
        onClick={() => void leave()}
      >
        <LogOut size={18} />
      </ActionIcon>
    </div>
  );
}

/** Full name, else first name, else e-mail. */
export function displayName(user: Pick<CurrentUser, "firstName" | "lastName" | "email">): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}

/** First letters of the names; when names are missing, of the role. */
export function initialsOf(user: Pick<CurrentUser, "firstName" | "lastName" | "role">): string {
  if (user.firstName && user.lastName)
    return `${[...user.firstName][0]}${[...user.lastName][0]}`.toUpperCase();
  return { super_admin: "SA", workspace_admin: "WA", agent: "A" }[user.role];
}
