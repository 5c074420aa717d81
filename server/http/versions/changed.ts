/** A row's fields as calls name them, each with its column: the one description that a change is computed from. */
type Columns<Row> = Record<string, keyof Row>;
type Fields<Row, Map extends Columns<Row>> = { -readonly [Field in keyof Map]: Row[Map[Field]] };
type Given<Values> = { [Field in keyof Values]?: Values[Field] | undefined };

/** The fields of a row, as the record tells them. */
export function fieldsOf<Row, const Map extends Columns<Row>>(row: Row, columns: Map): Fields<Row, Map> {
  const fields = Object.entries(columns).map(([field, column]) => [field, row[column]]);
  // one entry for each field of the map
  return Object.fromEntries(fields) as Fields<Row, Map>;
}

/** The columns that hold these fields. */
export function columnsFor<
  const Map extends Record<string, PropertyKey>,
  Values extends Record<keyof Map, unknown>,
>(values: Values, columns: Map): { [Field in keyof Map as Map[Field]]: Values[Field] } {
  const row = Object.entries(columns).map(([field, column]) => [column, values[field]]);
  // one entry for each column of the map
  return Object.fromEntries(row) as { [Field in keyof Map as Map[Field]]: Values[Field] };
}

/** Fields after a call: as it gives them; those that it leaves out, as before. */
export function afterChange<Values extends object>(before: Values, given: Given<Values>): Values {
  const after = { ...before };
  for (const field of Object.keys(before) as (keyof Values)[])
    if (given[field] !== undefined) after[field] = given[field];
  return after;
}

/** A change by a call: the columns to write, and the fields for the record. */
export function changed<Row, const Map extends Columns<Row>>(
  row: Row,
  given: Given<Fields<Row, Map>>,
  columns: Map,
) {
  const before = fieldsOf(row, columns);
  const after = afterChange(before, given);
  return { before, after, values: columnsFor(after, columns) };
}
