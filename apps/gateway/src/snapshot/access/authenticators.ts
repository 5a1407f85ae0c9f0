import {
  type Authenticate,
  type Caller,
  createAuthenticator,
  createFetchJson,
  createJwtAuthenticator,
  createSessionAuthenticator,
  createStoredCredentialAuthenticator,
  type StoredIdentity,
  type TeamTokenAuthenticator,
  type TokenAuthenticator,
} from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import type { BackgroundTasks, Logger } from '@multilane/telemetry';
import { createIssuerFetch } from '../network/create-issuer-fetch.js';
import type { SnapshotStore } from '../snapshot-store.js';

type Found = StoredIdentity | undefined | Promise<StoredIdentity | undefined>;

/** Finds the owners of stored credentials; at once for cached ones. The database implements it. */
export interface StoredIdentities {
  /** An API key, PAT or VAT by the SHA-256 of the whole token. */
  findByHash(hash: string): Found;
  /** A console session by the SHA-256 of its cookie's value. */
  findSession(hash: string): Found;
  /** A token of the session's organization by its id. */
  findPersonalAccessToken(id: string, session: StoredIdentity): Found;
  /** A person of an organization, signed in or not. */
  findMember(organizationId: string, userId: string): Found;
}

/**
 * Verification of each kind of credential (docs/contract/authentication.md#verification): stored ones by the keys of gateway.yaml, then by
 * the database; JWTs by the identity provider, if there is one; sessions if there is a database and people may sign in.
 */
export class Authenticators {
  private readonly stored: TokenAuthenticator<Caller>;
  private jwt: { readonly settings: string; readonly authenticate: TeamTokenAuthenticator<Caller> } | undefined;

  constructor(
    private readonly snapshots: SnapshotStore,
    private readonly tasks: BackgroundTasks,
    private readonly identities: StoredIdentities | undefined,
    private readonly logger?: Pick<Logger, 'info'>,
  ) {
    this.stored = createStoredCredentialAuthenticator(
      (hash) => snapshots.current?.keys.get(hash) ?? identities?.findByHash(hash),
    );
  }

  /** Chooses the verification by the configuration. Cached answers of an identity provider outlive changes of other settings. */
  choose(config: GatewayConfig): Authenticate<Caller> {
    const { identities } = this;
    const session =
      identities && config.auth.console.enabled ? createSessionAuthenticator<Caller & Disabled>(identities) : undefined;
    return createAuthenticator<Caller>({ stored: this.stored, jwt: this.chooseJwt(config), session });
  }

  private chooseJwt({ auth: { oidc }, network }: GatewayConfig): TeamTokenAuthenticator<Caller> | undefined {
    const { issuer, audience } = oidc;
    if (issuer === undefined || audience === undefined) {
      this.jwt = undefined;
      return undefined;
    }
    const settings = JSON.stringify([oidc, network]);
    if (this.jwt?.settings === settings) return this.jwt.authenticate;
    const made = createJwtAuthenticator({
      issuer,
      audience,
      jwksUrl: oidc.jwks_url,
      teamClaim: oidc.team_claim,
      teamMapping: oidc.team_mapping,
      roleClaim: oidc.role_claim,
      adminRole: oidc.admin_role,
      findTeam: (name) => this.snapshots.current?.ownTeams.get(name),
      fetchJson: createFetchJson({ fetch: createIssuerFetch(network) }),
      onFailure: (error) => this.tasks.failed('oidc_keys', error),
      onRefusal: (refusal) => this.logger?.info({ ...refusal }, 'a JWT was refused'),
    });
    // With `jwks_url` set, nothing is asked for before the first token (docs/contract/authentication.md#oidc).
    if (oidc.jwks_url === undefined) void made.warmUp();
    this.jwt = { settings, authenticate: made.authenticate };
    return made.authenticate;
  }
}

interface Disabled {
  readonly disabled: boolean;
}
