import { reasonOf } from "#web/ui/invalidating-mutation.ts";

/** The two sentences of the specification (docs/specification/companies.md). */
export function addingFailure(error: unknown): string {
  return reasonOf(error)?.includes("already exists") === true
    ? "A user with this email already exists."
    : "The user may have been created but the invitation email could not be sent. Please check the user list and email configuration.";
}
