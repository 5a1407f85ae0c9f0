import type { AwsCredential } from '@multilane/providers';
import type { IssueCredential } from './credential-source.js';
import type { EgressAgents } from './egress-agents.js';

/** The part of the AWS library's chain that this code uses. */
type CredentialChain = (options: { forceRefresh: boolean }) => Promise<{
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly expiration?: Date | undefined;
}>;

/**
 * Has the AWS library find the machine's own credentials: environment, shared files, SSO, web identity, container and
 * instance metadata, in its order. The library is loaded at the first attempt.
 */
export function createAwsIssuer(region: string, agents: EgressAgents): IssueCredential<AwsCredential> {
  let chain: CredentialChain | undefined;

  const makeChain = async (): Promise<CredentialChain> => {
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
    return defaultProvider({
      // Files are read again, so that a renewal sees what rotated them.
      ignoreCache: true,
      clientConfig: { requestHandler: { httpAgent: agents.http, httpsAgent: agents.https } },
      // The region is set as the caller's, not as the client's: SSO has a region of its own.
      parentClientConfig: { region },
    });
  };

  return async () => {
    chain ??= await makeChain();
    // Without force the chain answers the old credential again, and keeps quiet about failures to renew it.
    const { accessKeyId, secretAccessKey, sessionToken, expiration } = await chain({ forceRefresh: true });
    return { value: { accessKeyId, secretAccessKey, sessionToken, region }, expiresAt: expiration?.getTime() };
  };
}
