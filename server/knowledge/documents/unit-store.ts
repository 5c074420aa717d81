import type { PassageRef } from "#engine/index/vectors.ts";
import type { UnitVectors } from "#engine/index/unit-vectors.ts";
import type { Context } from "#server/kernel/context.ts";
import { isAmong } from "./shared-store.ts";

/** The encoder's vectors of the units of passages; none for those that it has not encoded. `document`: a version's id. */
export async function loadUnitVectors(
  ctx: Context,
  encoder: string,
  places: readonly PassageRef[],
): Promise<(PassageRef & UnitVectors)[]> {
  if (places.length === 0) return [];
  return ctx.db
    .selectFrom("unit_vectors")
    .select(["version_id as document", "ordinal as passage", "spans", "bytes"])
    .where("model", "=", encoder)
    .where(isAmong(places, "unit_vectors"))
    .execute();
}
