import { unavailable } from "#server/platform/errors.ts";
import { open, type Keyring } from "#server/platform/secrets.ts";

/**
 * A stored secret in plain text.
 * @throws AppError unavailable with what to do, if it was sealed with a master key that this server does not have
 */
export function decryptStored(
  keys: Keyring,
  { bound, sealed, name }: { bound: string; sealed: Buffer; name: string },
): string {
  try {
    return open(keys, bound, sealed);
  } catch (error) {
    throw unavailable(
      `${name} cannot be read: the server's key has changed. Ask the operator to start with the earlier key in SECRET_KEY_PREVIOUS.`,
      error,
    );
  }
}
