/** `ETag` by the id of a resource and the time of its change: what a row was made of, wherever a copy of it went. */
const versions = new Map<string, string>();

/** Keeps the version of an answer that has one. */
export function rememberVersion(answer: unknown, etag: string | null): void {
  const { id, updated_at: at } = (answer ?? {}) as { readonly id?: unknown; readonly updated_at?: unknown };
  if (etag !== null && typeof id === 'string' && typeof at === 'string') versions.set(`${id} ${at}`, etag);
}

/** The version of a resource as it was after the change at a time. */
export function rememberedVersion(id: string, updatedAt: string): string | undefined {
  return versions.get(`${id} ${updatedAt}`);
}
