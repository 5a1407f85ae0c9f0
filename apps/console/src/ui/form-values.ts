/** The values with these names. */
export function pick<Values extends object>(values: Values, names: readonly string[] = []): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<Values>;
}

/** The values without those of these names. */
export function without<Values extends object>(values: Values, names: readonly string[] = []): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Partial<Values>;
}

/** The field that a failure is about: `targets[0].model` belongs to `targets` if the form has no closer one. */
export function fieldOf(param: string | null | undefined, values: object): string | undefined {
  if (!param) return undefined;
  if (param in values) return param;
  const [first = ''] = param.split(/[.[]/);
  return first in values ? first : undefined;
}
