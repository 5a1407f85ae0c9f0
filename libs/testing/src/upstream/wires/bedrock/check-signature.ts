import { createHash, createHmac } from 'node:crypto';
import type { RecordedRequest } from '../../recorded-request.js';

/** An access key as this upstream knows it. */
export interface KnownKey {
  secret: string;
  /** Demanded where the key is a temporary one. */
  sessionToken?: string | undefined;
}

export interface SignatureExpectation {
  service: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** The key of that id; undefined for one whose secret is not known, so that only the form can be checked. */
  findKey(accessKeyId: string): KnownKey | undefined;
  /** True for the form that S3 wants: the path is escaped once, and a header has the hash of the body. */
  isStorage?: boolean;
}

/** Parts of a request that a signature covers. */
type SignedRequest = Pick<RecordedRequest, 'headers' | 'method' | 'path' | 'query' | 'rawBody'>;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
/** The provider rejects a request signed longer ago, or further ahead, than this. */
const TOLERANCE_MS = 5 * 60_000;

/**
 * Finds the fault of a request's AWS Signature Version 4; undefined when it is right (docs.aws.amazon.com, IAM User
 * Guide, "Create a signed AWS API request").
 */
export function findSignatureFault(request: SignedRequest, expected: SignatureExpectation): string | undefined {
  const { headers } = request;
  const match = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!match) return 'the authorization header is no signature of version 4';
  const [, keyId = '', date = '', region = '', service = '', signedList = '', signature = ''] = match;
  const signed = signedList.split(';');
  const time = String(headers['x-amz-date']);
  if (service !== expected.service) return `signed for the service ${service}`;
  if (!time.startsWith(`${date}T`)) return 'x-amz-date is missing or of another day than the credential scope';
  if (Math.abs(parseTime(time) - expected.now) > TOLERANCE_MS) return 'signed at another time than now';
  const bodyHash = expected.isStorage ? headers['x-amz-content-sha256'] : sha256(request.rawBody);
  if (bodyHash !== sha256(request.rawBody)) return 'x-amz-content-sha256 is missing or of another body';
  const mustSign = ['host', 'x-amz-date', ...(headers['x-amz-security-token'] ? ['x-amz-security-token'] : [])];
  const unsigned = mustSign.find((name) => !signed.includes(name));
  if (unsigned) return `the header ${unsigned} is not signed`;
  if (signedList !== [...signed].sort().join(';')) return 'the signed headers are not in order';
  const key = expected.findKey(keyId);
  if (!key) return undefined;
  if (key.sessionToken !== headers['x-amz-security-token']) return 'the session token is missing or another one';
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, signed, expected.isStorage))].join(
    '\n',
  );
  const signingKey = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${key.secret}`);
  return hmac(signingKey, toSign).toString('hex') === signature ? undefined : 'the signature does not match';
}

function canonicalRequest(
  { method, path, query, headers, rawBody }: SignedRequest,
  signed: readonly string[],
  isStorage = false,
): string {
  const parameters = [...query].map(([name, value]) => `${escapeUri(name)}=${escapeUri(value)}`).sort();
  const headerLines = signed.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  // Every service but S3 escapes the path as it is sent, escaped already, once more.
  const escapedPath = isStorage ? path : path.split('/').map(escapeUri).join('/');
  return [method, escapedPath, parameters.join('&'), headerLines.join(''), signed.join(';'), sha256(rawBody)].join(
    '\n',
  );
}

function escapeUri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `20250102T030405Z` in milliseconds since the epoch; NaN for anything else. */
function parseTime(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
