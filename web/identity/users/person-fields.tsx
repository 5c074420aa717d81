import { NativeSelect, TextInput } from "@mantine/core";
import type { Role } from "#contract/kernel/permissions.ts";
import { Pair } from "#web/ui/form.tsx";
import { roleNames } from "./role-names.ts";

type Person = { firstName: string; lastName: string };

type NameProps = {
  person: Person;
  onChange(part: Partial<Person>): void;
  /** The dialog starts with them. */
  isFirst?: boolean;
  /** The browser may fill them in. */
  isOwn?: boolean;
};

type EmailProps = { email: string; onChange(email: string): void; error?: string | undefined };

/** The address of a person to invite: the first field of its dialog, never autofilled with the browser's own user. */
export function EmailField({ email, onChange, error }: EmailProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      required
      data-autofocus
      autoComplete="off"
      maxLength={254}
      value={email}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** First and last name side by side. */
export function NameFields({ person, onChange, isFirst = false, isOwn = false }: NameProps) {
  return (
    <Pair>
      <TextInput
        label="First name"
        data-autofocus={isFirst || undefined}
        autoComplete={isOwn ? "given-name" : "off"}
        maxLength={100}
        value={person.firstName}
        onChange={(event) => onChange({ firstName: event.currentTarget.value })}
      />
      <TextInput
        label="Last name"
        autoComplete={isOwn ? "family-name" : "off"}
        maxLength={100}
        value={person.lastName}
        onChange={(event) => onChange({ lastName: event.currentTarget.value })}
      />
    </Pair>
  );
}

type RoleProps<R extends Role> = {
  role: R;
  roles: readonly R[];
  onChange(role: NoInfer<R>): void;
  required?: boolean;
  disabled?: boolean;
  description?: string;
};

export function RoleField<R extends Role>({ role, roles, onChange, ...field }: RoleProps<R>) {
  const choose = (value: string) => {
    const chosen = roles.find((option) => option === value);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <NativeSelect
      label="Role"
      value={role}
      onChange={(event) => choose(event.currentTarget.value)}
      data={roles.map((value) => ({ value, label: roleNames[value] }))}
      {...field}
    />
  );
}
