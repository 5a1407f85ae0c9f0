import type { GatewayConfig, ProviderEntry } from '@multilane/config';
import { findCredentialProblem } from '@multilane/egress';
import { findManifest, type ProviderFailure } from '@multilane/providers';
import { createAwsIssuer } from './aws-issuer.js';
import { type CredentialSource, FixedCredential } from './credential-source.js';
import { createEgressAgents } from './egress-agents.js';
import { createGoogleIssuer } from './google-issuer.js';
import { issueServiceAccountToken } from './issue-service-account-token.js';
import { type GoogleCredentials, makeFileClient, makeMachineClient } from './make-google-client.js';
import { RefusedCredential } from './refused-credential.js';
import { RenewedCredential } from './renewed-credential.js';
import { RotatedCredentials } from './rotated-credentials.js';

type OnFailure = (failure: ProviderFailure) => void;

/**
 * The source of a provider's credential (docs/contract/providers.md#credentials). Nothing is asked for yet. Throws when
 * the extra certificate authority of `network` cannot be read.
 *
 * @param trusted Whether the operator named the provider. Where people did, the machine's own credentials, and files
 *   that lead to others, are rejected (docs/contract/egress.md#trusted-configuration).
 */
export function createCredentialSource(
  provider: ProviderEntry,
  network: GatewayConfig['network'],
  trusted: boolean,
  onFailure: OnFailure,
): CredentialSource {
  const { kind, api_key: key, api_keys: keys } = provider;
  const credential = findManifest(kind)?.credential;
  const problem = trusted ? undefined : findCredentialProblem(provider, credential);
  if (problem) return new RefusedCredential(problem, onFailure);
  if (credential === 'google') return createGoogleSource(provider, network, onFailure);
  if (credential === 'aws' && key === undefined && keys === undefined) {
    return createAwsSource(provider, network, onFailure);
  }
  return keys !== undefined && keys.length > 1 ? new RotatedCredentials(keys) : new FixedCredential(keys?.[0] ?? key);
}

function createGoogleSource(
  { access_token: token, credentials_json: json, project }: ProviderEntry,
  network: GatewayConfig['network'],
  onFailure: OnFailure,
): CredentialSource {
  if (token !== undefined) return new FixedCredential(token);
  const agents = createEgressAgents(network);
  if (json === undefined) {
    const issue = createGoogleIssuer(() => makeMachineClient(project, agents));
    return new RenewedCredential(issue, "an access token of the machine's own account", onFailure);
  }
  const credentials = JSON.parse(json) as GoogleCredentials;
  const { type = 'service_account' } = credentials;
  const issue =
    type === 'service_account'
      ? () => issueServiceAccountToken(credentials, agents)
      : createGoogleIssuer(() => makeFileClient(credentials, agents));
  return new RenewedCredential(issue, 'an access token for credentials_json', onFailure);
}

function createAwsSource(
  { region = '', access_key_id: keyId, secret_access_key: secret, session_token: session }: ProviderEntry,
  network: GatewayConfig['network'],
  onFailure: OnFailure,
): CredentialSource {
  if (keyId !== undefined && secret !== undefined) {
    return new FixedCredential({ accessKeyId: keyId, secretAccessKey: secret, sessionToken: session, region });
  }
  const issue = createAwsIssuer(region, createEgressAgents(network));
  return new RenewedCredential(issue, "the machine's own access key", onFailure);
}
