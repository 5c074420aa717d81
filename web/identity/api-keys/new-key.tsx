import type { createApiKey } from "#contract/identity/api-keys.ts";
import type { Output } from "#contract/kernel/endpoint.ts";
import { ShownOnce } from "#web/ui/shown-once.tsx";
import { HowToConnect } from "./how-to-connect.tsx";
import { TryIt } from "./try-it.tsx";

type Props = { created: Output<typeof createApiKey>; onClose(): void };

/** Shows a key, once. */
export function NewKey({ created: { key, secret }, onClose }: Props) {
  const theme = key.themes[0] ?? null;
  return (
    <ShownOnce
      secret={secret}
      label="Copy the key"
      warning={<p>Copy the key now. It cannot be shown again.</p>}
      onClose={onClose}
    >
      {key.scopes.includes("theme:ask") && theme !== null && <TryIt secret={secret} theme={theme} />}
      <HowToConnect secret={secret} themeId={theme?.id ?? null} />
    </ShownOnce>
  );
}
