import { Textarea } from "@mantine/core";

type Props = { reason: string; onChange(reason: string): void };

/** Why a hold is set or lifted; the record keeps it. */
export function ReasonField({ reason, onChange }: Props) {
  return (
    <Textarea
      label="Reason"
      required
      autosize
      minRows={2}
      maxLength={1000}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
