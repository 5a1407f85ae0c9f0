/** Versions that forms show, by the ids of their rows, while the forms are sent. */
const held = new Map<string, string>();

/** Makes changes of a row depend on a version, until the function that is returned is called. */
export function holdVersion(id: string | undefined, version: string | undefined): () => void {
  if (id === undefined || version === undefined) return () => undefined;
  held.set(id, version);
  return () => {
    if (held.get(id) === version) held.delete(id);
  };
}

/** The headers of a change: the version that a form shows of the row at the end of the path, if there is one. */
export function headersOfChange(names: unknown): Readonly<Record<string, string>> {
  const id = Object.values((names ?? {}) as Readonly<Record<string, unknown>>).at(-1);
  const version = typeof id === 'string' ? held.get(id) : undefined;
  return version === undefined ? {} : { 'if-match': version };
}
