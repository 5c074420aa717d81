import { useMantineColorScheme } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { Check, LogOut, MessageCircleQuestion, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "#contract/identity/users.ts";
import { useSession } from "#web/kernel/session.tsx";
import { Flyout } from "#web/ui/flyout.tsx";
import { Face } from "#web/identity/users/face.tsx";
import { displayName } from "#web/identity/users/person-name.ts";
import { personalFor } from "./screens.ts";
import bar from "#web/ui/bar-button.module.css";
import classes from "./person.module.css";

const schemes = [
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
  ["auto", "System", Monitor],
] as const;

const icons: Record<string, typeof Check> = { "/account": UserRound, "/expert": MessageCircleQuestion };

type Props = {
  user: CurrentUser;
  /** The path of the open screen, if it is one of the person's own. */
  lit: string | null;
};

/** The signed-in user, their own screens, color scheme and sign-out. */
export function Person({ user, lit }: Props) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  // suppressing transitions would take a style element, which the policy refuses
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const leave = async () => {
    await signOut();
    await navigate({ to: "/login" });
  };
  return (
    <div className={classes.person} data-lit={lit === null ? undefined : true}>
      <Flyout
        opened={isOpen}
        onChange={setOpen}
        panelLabel="Your settings"
        buttonClass={classes.who ?? ""}
        button={
          <>
            <Face person={user} />
            <span className={classes.names}>
              <span className={classes.name}>{displayName(user)}</span>
              <span className={classes.role}>{user.role.replaceAll("_", " ")}</span>
            </span>
          </>
        }
      >
        <div className={classes.panel}>
          {personalFor(user.role).map(({ to, label }) => {
            const Icon = icons[to];
            return (
              <Link
                key={to}
                to={to}
                className={classes.item}
                aria-current={to === lit ? "page" : undefined}
                onClick={() => setOpen(false)}
              >
                {Icon !== undefined && <Icon size={16} aria-hidden />} {label}
              </Link>
            );
          })}
          <div role="group" aria-labelledby="appearance" className={classes.group}>
            <p id="appearance">Appearance</p>
            {schemes.map(([scheme, label, Icon]) => (
              <button
                key={scheme}
                type="button"
                className={classes.item}
                aria-pressed={colorScheme === scheme}
                onClick={() => setColorScheme(scheme)}
              >
                <Icon size={16} aria-hidden /> {label}
                {colorScheme === scheme && <Check size={15} aria-hidden className={classes.chosen} />}
              </button>
            ))}
          </div>
        </div>
      </Flyout>
      <button
        type="button"
        className={bar.button}
        aria-label="Logout"
        title="Logout"
        onClick={() => void leave()}
      >
        <LogOut size={18} aria-hidden />
      </button>
    </div>
  );
}
