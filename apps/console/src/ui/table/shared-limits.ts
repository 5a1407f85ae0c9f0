/** Limits by field; 0 is unlimited. */
export type Limits<Field extends string> = Readonly<Record<Field, number>>;

/** The limits that rows have in common; undefined where they differ. */
export function sharedLimits<Field extends string>(
  rows: readonly Limits<Field>[],
  fields: readonly Field[],
): Readonly<Record<Field, number | undefined>> {
  const shared = fields.map((field) => {
    const [first, ...others] = new Set(rows.map((row) => row[field]));
    return [field, others.length === 0 ? first : undefined] as const;
  });
  return Object.fromEntries(shared) as Record<Field, number | undefined>;
}

/** The limits that a form has changed. The others stay as each row has them, so that no row becomes unlimited unasked. */
export function changedLimits<Field extends string>(
  values: Limits<Field>,
  shared: Readonly<Record<Field, number | undefined>>,
): Partial<Limits<Field>> {
  const fields = Object.keys(values) as Field[];
  const changed = fields.filter((field) => values[field] !== (shared[field] ?? 0));
  return Object.fromEntries(changed.map((field) => [field, values[field]])) as Partial<Limits<Field>>;
}
