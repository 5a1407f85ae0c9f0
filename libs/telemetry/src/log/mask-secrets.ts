import { ALL_MANIFESTS } from '@multilane/providers/manifests';

/** Replaces a secret. */
const MASK = '[masked]';

/**
 * A credential begins at the start of a word. An escaped control character counts as a boundary too, so that the
 * patterns hold inside JSON text, where a line break before a key is the two characters `\n`.
 */
const START = String.raw`(?<=^|[^A-Za-z0-9]|\\[bfnrt]|\\u[0-9a-f]{4})`;

/** The characters a secret may be made of: everything but white space, quotation marks, brackets and separators. */
const BODY = String.raw`[^\s"'\x60\\,;&<>(){}[\]]`;

const pattern = (body: string, flags = 'g', start = START): RegExp => new RegExp(`${start}${body}`, flags);

/** JWTs hold `-` and `_` themselves; taking those for boundaries would make the search quadratic. */
const JWT_START = START.replace('A-Za-z0-9]', String.raw`\w-]`);

/**
 * Prefixes that providers and this service give to their keys; what follows is masked, the prefix stays readable. The
 * longest comes first, since one may begin like another.
 */
const KEY_PREFIXES = [
  `ml-(?=${BODY}{12})`,
  'ml_(?:pat|vat|scim)_',
  ...new Set(ALL_MANIFESTS.flatMap(({ keyPatterns }) => keyPatterns)),
].toSorted((one, other) => other.length - one.length);

/** Names after which `=` or `:` introduces a secret, in a query, a header line or JSON text. */
const SECRET_NAMES =
  'api[-_]?key|access[-_]?token|auth[-_]?token|refresh[-_]?token|id[-_]?token|client[-_]?secret|secret|password|' +
  'signature|sig|token|ml_session|x-goog-api-key|x-amz-security-token|x-amz-signature';

const RULES: readonly (readonly [RegExp, string])[] = [
  // Stops before a quotation mark, so that an unfinished key takes no more of a JSON text than its string.
  [
    /-----BEGIN ([A-Z ]*PRIVATE KEY)-----(?:(?!-----)(?:[^"\\]|\\[^"]))*(?:-----END [A-Z ]*-----)?/g,
    `-----BEGIN $1-----${MASK}-----END $1-----`,
  ],
  [pattern(`Bearer +${BODY}+`), `Bearer ${MASK}`],
  // In another case these are also words of a sentence; what follows must not look like one.
  [pattern(`(bearer|basic) +(?=${BODY}*[0-9_=+/-]|${BODY}{16})${BODY}+`, 'gi'), `$1 ${MASK}`],
  [pattern(String.raw`eyJ[\w-]{6,}\.[\w.-]+`, 'g', JWT_START), `eyJ${MASK}`],
  [pattern(`(${KEY_PREFIXES.join('|')})${BODY}{8,}`), `$1${MASK}`],
  // A colon cannot begin the secret: it follows the quotation mark that ends a member's name in JSON text.
  [pattern(String.raw`(${SECRET_NAMES})(\\?["'] ?: ?\\?["']|[=:] ?(?:\\?["'])?)(?!:)${BODY}+`, 'gi'), `$1$2${MASK}`],
  [/(:\/\/)[^\s/@"'\\]+@/g, `$1${MASK}@`],
];

/**
 * Masks whatever in a text is shaped like a credential: keys by their prefix, bearer tokens, JWTs, private keys,
 * secret query parameters and the user part of an address. Works on plain and on JSON text, in time linear in its
 * length. Masking twice changes nothing.
 */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const [shape, replacement] of RULES) masked = masked.replace(shape, replacement);
  return masked;
}
