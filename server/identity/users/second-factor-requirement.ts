type Asked = { role: string; require_second_factor: boolean | null; created_at: Date };
type Rule = { superAdminSecondFactorAfterDays: number | null };

/**
 * When the person must have a second factor; null: never. A company decides for its workspace admins, the installation
 * for super admins, who get some days to set it up. Agents can have one, and are never required to.
 */
export function secondFactorRequiredFrom(person: Asked, rule: Rule): Date | null {
  if (person.role === "workspace_admin") return person.require_second_factor === true ? new Date(0) : null;
  if (person.role !== "super_admin" || rule.superAdminSecondFactorAfterDays === null) return null;
  return new Date(person.created_at.getTime() + rule.superAdminSecondFactorAfterDays * 86_400_000);
}

export function requiresSecondFactor(person: Asked, rule: Rule, now: Date): boolean {
  const from = secondFactorRequiredFrom(person, rule);
  return from !== null && from <= now;
}

export function mustSetUpSecondFactor(
  person: Asked & { has_second_factor: unknown },
  rule: Rule,
  now: Date,
): boolean {
  return requiresSecondFactor(person, rule, now) && person.has_second_factor !== true;
}

/** The deadline for setting one up; null for people who have one, are already required to, or never are. */
export function secondFactorDueAt(
  person: Asked & { has_second_factor: unknown },
  rule: Rule,
  now: Date,
): Date | null {
  const from = secondFactorRequiredFrom(person, rule);
  return from !== null && from > now && person.has_second_factor !== true ? from : null;
}
