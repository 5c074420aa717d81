import { sql } from "kysely";

/** Midnight of a day ('YYYY-MM-DD') in the time zone, this many days later. */
export function startOfDay(day: string, timeZone: string, later = 0) {
  return sql<Date>`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`;
}
