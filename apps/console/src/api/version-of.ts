/** The version of a row, as the service sends it in `ETag`; undefined for what gateway.yaml declares. */
export function versionOf({ updated_at: at }: { readonly updated_at: string | null }): string | undefined {
  return at === null ? undefined : `"${Date.parse(at).toString(36)}"`;
}
