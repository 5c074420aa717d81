import { TextInput } from "@mantine/core";

/** A code from the app, or a recovery code where accepted. */
export function CodeField({ description, autoFocus }: { description?: string; autoFocus?: boolean }) {
  return (
    <TextInput
      label="Code"
      name="code"
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      maxLength={64}
      spellCheck={false}
      {...(description === undefined ? {} : { description })}
      {...(autoFocus === undefined ? {} : { autoFocus })}
    />
  );
}
