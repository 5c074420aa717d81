import type { CurrentUser } from "#contract/identity/users.ts";
import { initialsOf } from "./person-name.ts";
import classes from "./face.module.css";

/** A person's initials, beside the name. */
export function Face({ person }: { person: Pick<CurrentUser, "firstName" | "lastName" | "role"> }) {
  return (
    <span className={classes.face} aria-hidden>
      {initialsOf(person)}
    </span>
  );
}
