/** The token of an address such as `/ui/set-up#token=ml_setup_…`, which no server gets to see; empty if it has none. */
export function readTokenOf(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
}
