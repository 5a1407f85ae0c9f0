/** Signatures that only the holder of a private key makes: neither `none` nor a shared secret (RFC 8725 section 3.1). */
export const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
] as const;
