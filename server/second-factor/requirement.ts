type Asked = { role: string; require_second_factor: boolean | null };

/**
 * A company asks its administrators for a second factor; super admins belong to no company and choose themselves.
 * Agents may have one, and are never asked.
 */
export function requiresSecondFactor(person: Asked): boolean {
  return person.role === "workspace_admin" && person.require_second_factor === true;
}

export function mustSetUpSecondFactor(person: Asked & { has_second_factor: unknown }): boolean {
  return requiresSecondFactor(person) && person.has_second_factor !== true;
}
