import { TextInput } from "@mantine/core";
import type { Addressee } from "#web/identity/users/addresses.ts";
import classes from "./companies.module.css";

type Props = {
  people: Addressee[];
  onChange(email: string, part: Partial<Pick<Addressee, "firstName" | "lastName">>): void;
};

/** The names of the people to invite; whoever has none is asked at the first sign-in. */
export function InviteNames({ people, onChange }: Props) {
  if (people.length === 0) return null;
  return (
    <fieldset className={classes.invited}>
      <legend>{people.length === 1 ? "Name" : `Names of ${people.length} people`}</legend>
      <p className={classes.hint}>People without one are asked for it when they first sign in.</p>
      <ul>
        {people.map(({ email, firstName, lastName }) => (
          <li key={email}>
            {people.length > 1 && <p title={email}>{email}</p>}
            <TextInput
              aria-label={`First name of ${email}`}
              placeholder="First name"
              maxLength={100}
              value={firstName}
              onChange={(event) => onChange(email, { firstName: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Last name of ${email}`}
              placeholder="Last name"
              maxLength={100}
              value={lastName}
              onChange={(event) => onChange(email, { lastName: event.currentTarget.value })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
