import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { AwsCredential, UpstreamDraft } from '../adapter.js';
import { BEDROCK } from './adapter.js';
import { signRequest } from './sign-request.js';

/** The provider's documented example credentials, which are public, with the signatures that its own SDKs make of them. */
const CREDENTIAL: AwsCredential = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: 'fixture-session-token',
  region: 'us-east-1',
};
const NOW = Date.parse('2025-01-02T03:04:05.000Z');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signs once more, from the provider's description of it alone. */
function expectedSignature(path: string, query: string, headers: Record<string, string>, body: string): string {
  const names = Object.keys(headers).sort();
  const canonical = [
    'POST',
    path,
    query,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const scope = '20250102/us-east-1/bedrock/aws4_request';
  const text = ['AWS4-HMAC-SHA256', '20250102T030405Z', scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${CREDENTIAL.secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

describe('signRequest', () => {
  test('makes the signature of the published vector', async () => {
    const draft: UpstreamDraft = {
      address: { origin: 'https://bedrock-mantle.us-east-1.api.aws', path: '/openai/v1/responses' },
      headers: { 'content-type': 'application/json' },
      body: '{"model":"gpt-4o","input":"hello"}',
    };
    const { headers } = await signRequest(draft, CREDENTIAL, NOW, 'bedrock-mantle');
    expect(headers).toEqual({
      'content-type': 'application/json',
      'x-amz-content-sha256': '50329e51ad520f21b77bad0b01999930ff556cd1bf18434701251ba6c9f877bc',
      'x-amz-date': '20250102T030405Z',
      'x-amz-security-token': 'fixture-session-token',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20250102/us-east-1/bedrock-mantle/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, ' +
        'Signature=dc20c8fbe516daf0ccae7e5b7a78fc2936870413a9f1af6e1b2d44b970ce411f',
    });
  });

  test.each([
    ['a model id with a colon', 'us.anthropic.claude-v1:0', 'us.anthropic.claude-v1%253A0'],
    [
      'an ARN',
      'arn:aws:bedrock:r:1:inference-profile/x',
      'arn%253Aaws%253Abedrock%253Ar%253A1%253Ainference-profile%252Fx',
    ],
  ])('signs what is sent: %s, its escapes escaped again', async (_name, upstreamModel, canonical) => {
    const target = {
      kind: 'bedrock',
      upstreamModel,
      baseUrl: 'https://h.example:8443/p?b=2&a=1',
      headers: {},
    } as const;
    const body = '{"messages":[{"text":"Zürich"}]}';
    const draft = Object.freeze({ address: BEDROCK.address(target, 'chat', true), headers: { 'x-own': 'v' }, body });
    const { sessionToken: _token, ...credential } = CREDENTIAL;
    const signed = await BEDROCK.sign?.(draft, credential, NOW);
    expect(signed).toMatchObject({ address: draft.address, body });
    const { authorization, ...sent } = signed?.headers ?? {};
    const headers = { ...sent, host: 'h.example:8443' };
    const signature = expectedSignature(`/p/model/${canonical}/converse-stream`, 'a=1&b=2', headers, body);
    expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
    expect(Object.keys(sent).sort()).toEqual(['x-amz-content-sha256', 'x-amz-date', 'x-own']);
  });

  test('is the same for a body in pieces and in one', async () => {
    const sign = async (body: UpstreamDraft['body']) =>
      (await signRequest({ address: { origin: 'https://h.example', path: '/x' }, headers: {}, body }, CREDENTIAL, NOW))
        .headers.authorization;
    expect(await sign([Buffer.from('{"a"'), Buffer.from(':1}')])).toBe(await sign('{"a":1}'));
  });

  test('covers the method, and rejects a body whose hash is not known before it is sent', async () => {
    const draft: UpstreamDraft = { address: { origin: 'https://h.example', path: '/x' }, headers: {}, body: undefined };
    const signatureOf = async (method?: UpstreamDraft['method']) =>
      (await signRequest({ ...draft, ...(method && { method }) }, CREDENTIAL, NOW)).headers.authorization;
    expect(await signatureOf('GET')).not.toBe(await signatureOf('POST'));
    expect(await signatureOf('POST')).toBe(await signatureOf());
    async function* stream(): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(1);
    }
    await expect(signRequest({ ...draft, body: stream() }, CREDENTIAL, NOW)).rejects.toThrow('streamed');
  });
});
