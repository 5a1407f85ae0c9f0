/** The setup token of an address such as `/ui/set-up#token=ml_setup_…`; empty if it has none. */
export function readSetupToken(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
}
