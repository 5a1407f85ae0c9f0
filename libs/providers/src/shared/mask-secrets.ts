/** What looks like a credential in a provider's words. Providers quote the key that they refuse. */
const SECRETS: readonly RegExp[] = [
  // A vendor's prefix and the key: sk-…, gsk_…, xai-…, nvapi-…, csk-…, pplx-…, fw_…, AIza…; asterisks when half hidden.
  /\b(?:(?:sk|pk|rk|gsk|xai|nvapi|csk|pplx|fw|tgp|ml)[-_]|AIza|ya29\.)[\w*.-]{6,}/g,
  // The same in base64.
  /\bABSK[\w+/=*-]{6,}/g,
  /\b(?:bearer|basic)\s+[^\s"',;]+/gi,
  /\b(?:api[-_ ]?key|access[-_ ]?token|token|password|secret|authorization)["']?\s*[:=]\s*["']?[^\s"',;}]+/gi,
  // Any other long unbroken run with a digit, such as the keys without a prefix. UUIDs stay readable.
  /(?=[A-Za-z+=]*[0-9*])[A-Za-z0-9+=*]{24,}/g,
];

/** The text with everything that looks like a credential replaced by `[secret]`. */
export function maskSecrets(text: string): string {
  return SECRETS.reduce((masked, pattern) => masked.replace(pattern, '[secret]'), text);
}
