import { TextInput } from "@mantine/core";

type Props = {
  value: string;
  onChange(name: string): void;
  description?: string;
  error?: string | undefined;
};

/** The first field of a dialog that creates or edits an item. */
export function NameField({ value, onChange, ...texts }: Props) {
  return (
    <TextInput
      label="Name"
      required
      data-autofocus
      maxLength={120}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...texts}
    />
  );
}
