import { ShownOnce } from "#web/ui/shown-once.tsx";

type Props = { secret: string; isRotated: boolean; onClose(): void };

/** Shows a signing secret, once. */
export function NewSecret({ secret, isRotated, onClose }: Props) {
  return (
    <ShownOnce
      secret={secret}
      label="Copy the secret"
      warning={
        <>
          <p>
            Copy the secret now. It is stored encrypted and cannot be shown again. Your receiver verifies each
            message with it, as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes.
          </p>
          {isRotated && (
            <p>
              For 24 hours, messages are also signed with the earlier secret, so none is refused in the
              meantime.
            </p>
          )}
        </>
      }
      onClose={onClose}
    />
  );
}
