import { Link, useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { OpenWorkLink } from "./open-work.tsx";
import { itemsFor, litFor, type Destination } from "./screens.ts";
import classes from "./admin-frame.module.css";

const tabName = ["tab"];

/** A screen of Admin beside the list of all of them; on a small screen the list folds above it. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { role } = useUser();
  const { companyId } = useCompany();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { item: lit } = litFor(role, pathname, useSearchParams(tabName).text("tab"));
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isLit = ({ to, tab }: Destination) => to === lit?.to && tab === lit.tab;
  const groups = itemsFor(role);
  const litGroup = groups.find(({ items }) => items.some(isLit));
  return (
    <div className={classes.frame}>
      <nav className={classes.nav} aria-label="Administration">
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            <span className="visually-hidden">All of Administration, now in </span>
            {`${litGroup?.group ?? ""} › ${lit?.label ?? ""}`}
          </span>
          <ChevronDown size={16} aria-hidden />
        </button>
        <div id={`${id}-list`} className={classes.groups} data-open={isOpen || undefined}>
          {groups.map(({ group, items }) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <h2 id={`${id}-${group}`}>{group}</h2>
              <ul>
                {items.map((item) => (
                  <li key={item.label}>
                    <Link
                      to={item.to}
                      search={{ tab: item.tab, companyId }}
                      className={classes.item}
                      aria-current={isLit(item) ? "page" : undefined}
                      onClick={() => setOpen(false)}
                    >
                      {item.label}
                    </Link>
                    {item.tab === "interactions" && (
                      <OpenWorkLink className={classes.work ?? ""} onClick={() => setOpen(false)} />
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <div className={classes.screen}>{children}</div>
    </div>
  );
}
