/** A validator of search parameters: keeps the named ones that are text of a sensible length. */
export function pickSearch(...names: readonly string[]): (raw: Record<string, unknown>) => Record<string, unknown> {
  return (raw) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = raw[name];
        const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
        return typeof text === 'string' && text !== '' && text.length <= 500 ? [[name, text]] : [];
      }),
    );
}
