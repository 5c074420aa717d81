import { reasonOf } from "../ui/invalidating-mutation.ts";

/** The two sentences of the specification (spec/2, section 8). */
export function addingFailure(error: unknown): string {
  return reasonOf(error)?.includes("already exists") === true
    ? "A user with this email already exists."
    : "The user may have been created but the invitation email could not be sent. Please check the user list and email configuration.";
}
