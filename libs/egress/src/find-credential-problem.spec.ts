import { describe, expect, it } from '@jest/globals';
import { findCredentialProblem } from './find-credential-problem.js';

const CREDENTIALS: Readonly<Record<string, string>> = {
  bedrock: 'aws',
  vertex: 'google',
  openai: 'key',
  ollama: 'optional_key',
};

const file = (members: object): string => JSON.stringify(members);

describe('docs/contract/egress.md#ambient-credentials: ambient cloud credentials work from gateway.yaml only', () => {
  it.each([
    ['bedrock without any', { kind: 'bedrock' }, 'access_key_id'],
    ['bedrock with half an access key', { kind: 'bedrock', access_key_id: 'AKIA' }, 'access_key_id'],
    ['bedrock with an empty list of keys', { kind: 'bedrock', api_keys: [] }, 'access_key_id'],
    ['vertex without any', { kind: 'vertex' }, 'credentials_json'],
    ['vertex with a key, which it does not take', { kind: 'vertex', api_key: 'x' }, 'credentials_json'],
  ])('so they are refused to %s', (_, provider, param) => {
    const { kind, ...credentials } = provider;
    expect(findCredentialProblem(credentials, CREDENTIALS[kind])).toEqual({
      param,
      message: expect.stringContaining('gateway.yaml alone'),
    });
  });

  it.each([
    [
      'a file that reads files, runs programs or calls URLs',
      file({ type: 'external_account', credential_source: { file: '/etc/passwd' } }),
    ],
    ['impersonation', file({ type: 'impersonated_service_account' })],
    ['a type of no sense', file({ type: 7 })],
    ['what is no JSON', 'x'],
    ['what is no object', '[]'],
    [
      'a token_uri of the person’s choice',
      file({ type: 'service_account', token_uri: 'http://169.254.169.254/token' }),
    ],
    [
      'a token_uri that only looks like Google’s',
      file({ token_uri: 'https://oauth2.googleapis.com.example.com/token' }),
    ],
    [
      'a token_uri with another host behind a name',
      file({ token_uri: 'https://oauth2.googleapis.com@10.0.0.1/token' }),
    ],
    ['a token_uri without TLS', file({ token_uri: 'http://oauth2.googleapis.com/token' })],
    ['a token_uri at another port', file({ token_uri: 'https://oauth2.googleapis.com:8443/token' })],
    ['a token_uri that is no text', file({ token_uri: 1 })],
  ])('and so is %s', (_, credentials_json) => {
    expect(findCredentialProblem({ credentials_json }, 'google')?.param).toBe('credentials_json');
  });

  it.each([
    { kind: 'bedrock', api_key: 'x' },
    { kind: 'bedrock', api_keys: ['x'] },
    { kind: 'bedrock', access_key_id: 'AKIA', secret_access_key: 's' },
    { kind: 'vertex', access_token: 't' },
    { kind: 'vertex', credentials_json: file({ type: 'authorized_user' }) },
    { kind: 'vertex', credentials_json: file({ token_uri: 'https://oauth2.googleapis.com/token' }) },
    { kind: 'openai' },
    { kind: 'ollama' },
  ])("a provider's own settings are accepted: %j", ({ kind, ...credentials }) => {
    expect(findCredentialProblem(credentials, CREDENTIALS[kind])).toBeUndefined();
  });
});
