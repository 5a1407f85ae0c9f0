import { ALL_MANIFESTS } from '../../manifests.js';

/** Prefixes of keys: of every provider, of this service, and usual ones of other compatible hosts. */
const KEY_PATTERNS = [...new Set(ALL_MANIFESTS.flatMap(({ keyPatterns }) => keyPatterns)), '(?:sk|pk|rk|ml)[-_]'];

/** Forms of credentials in a provider's words. Providers quote the key that they reject. */
const SECRETS: readonly RegExp[] = [
  // A prefix and the key, which may be base64, and has asterisks when half hidden.
  new RegExp(`\\b(?:${KEY_PATTERNS.join('|')})[\\w+/=*.-]{6,}`, 'g'),
  /\b(?:bearer|basic)\s+[^\s"',;]+/gi,
  /\b(?:api[-_ ]?key|access[-_ ]?token|token|password|secret|authorization)["']?\s*[:=]\s*["']?[^\s"',;}]+/gi,
];

/** Any other long unbroken run with a digit is one too, such as the keys without a prefix. UUIDs stay readable. */
const LONG_RUN = /[A-Za-z0-9+=*]{24,}/g;
const maskRun = (run: string): string => (/[0-9*]/.test(run) ? '[secret]' : run);

/** The text with everything that looks like a credential replaced by `[secret]`, in time linear in its length. */
export function maskSecrets(text: string): string {
  return SECRETS.reduce((masked, pattern) => masked.replace(pattern, '[secret]'), text).replace(LONG_RUN, maskRun);
}
