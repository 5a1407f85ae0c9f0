import type { AwsCredential, UpstreamDraft } from '../adapter.js';
import { joinBody } from '../shared/texts/join-body.js';
import { Sha256 } from './sha256.js';

/**
 * Adds an AWS signature, version 4, over the method, path, query, headers and body of the draft
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). `now` is in milliseconds since
 * the epoch. Headers that are added afterwards are not signed, which the provider allows; those that are there must be
 * sent as they are. Rejects for a body that is streamed: its hash is not known before it is sent.
 */
export async function signRequest(
  draft: UpstreamDraft,
  credential: AwsCredential,
  now: number,
  service = 'bedrock',
): Promise<UpstreamDraft> {
  // Loaded at the first signature: it costs every start 25 ms and 8 MB, and most gateways sign nothing.
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const { host, hostname, protocol } = new URL(draft.address.origin);
  const [path = '', query = ''] = splitOnce(draft.address.path, '?');
  const { region, ...credentials } = credential;
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const signed = await signer.sign(
    {
      method: draft.method ?? 'POST',
      protocol,
      hostname,
      path,
      query: readQuery(query),
      headers: { ...draft.headers, host },
      body: bytesOf(draft),
    },
    { signingDate: new Date(now) },
  );
  // The transport writes `host` itself, from the same origin.
  const { host: _host, ...headers } = signed.headers;
  return { ...draft, headers };
}

function bytesOf({ body }: UpstreamDraft): string | Uint8Array | undefined {
  const whole = body === undefined ? undefined : joinBody(body);
  if (whole === undefined || typeof whole === 'string' || whole instanceof Uint8Array) return whole;
  throw new TypeError('a body that is streamed cannot be signed');
}

function readQuery(query: string): Record<string, string[]> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
