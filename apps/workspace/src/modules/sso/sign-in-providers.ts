import { boundAnswers } from '@multilane/auth';
import { type Database, isId, type OrganizationRecord, type SsoSettingsRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { GuardedIssuerFetch } from './guarded-issuer-fetch.js';
import { IdentityProvider } from './identity-provider.js';
import type { OwnSettings } from './sign-in-cookie.js';

const CALLBACK_PATH = '/auth/sso/callback';
/** Providers of organizations that are remembered, each with metadata of up to 256 KiB. */
const MOST_PROVIDERS = 50;

/** An identity provider, and the organization whose people it signs in. */
export interface SignInProvider {
  readonly provider: IdentityProvider;
  readonly redirectUri: string;
  /** Undefined: the one of gateway.yaml. */
  readonly own: OwnSettings | undefined;
}

type SettingsWithSecret = SsoSettingsRecord & { readonly clientSecret: string | undefined };

/**
 * Finds the identity provider of a sign-in: that of gateway.yaml for the organization that gateway.yaml names, else the one that an
 * organization has set up for itself. A provider signs in people of its own organization alone.
 */
@Injectable()
export class SignInProviders {
  /** Provider of the present gateway.yaml; undefined if single sign-on is not configured there. */
  private readonly findDeclared: () => IdentityProvider | undefined;
  private readonly owns = new LRUCache<string, IdentityProvider>({ max: MOST_PROVIDERS });
  private readonly origin: string | undefined;

  constructor(
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(GuardedIssuerFetch) private readonly guarded: GuardedIssuerFetch,
  ) {
    const { auth, server } = services.config;
    this.findDeclared = services.followed.derive(({ oidc, sso, issuerFetch }) => {
      const { issuer, spa_client_id: publicClient, jwks_url: jwksUrl } = oidc;
      const { client_id: clientId = publicClient, client_secret: clientSecret } = sso;
      const isOffered = auth.console.enabled && issuer !== undefined && clientId !== undefined;
      return isOffered
        ? new IdentityProvider({ issuer, clientId, clientSecret, jwksUrl, fetch: boundAnswers(issuerFetch) })
        : undefined;
    });
    this.origin = server.public_base_url === undefined ? undefined : new URL(server.public_base_url).origin;
  }

  /** True if gateway.yaml sets single sign-on up: settings of the organization that it names then count for nothing. */
  get isDeclared(): boolean {
    return this.findDeclared() !== undefined;
  }

  /** True for the organization that gateway.yaml names. */
  isNamed({ name }: Pick<OrganizationRecord, 'name'>): boolean {
    return name === this.services.followed.now.organizationName;
  }

  /** True if gateway.yaml sets up the single sign-on of an organization. */
  isDeclaredFor(organization: Pick<OrganizationRecord, 'name'>): boolean {
    return this.isDeclared && this.isNamed(organization);
  }

  /**
   * The address to which identity providers send people of an organization back: never one that a request states, and another for each
   * organization but the one that gateway.yaml names, so that no provider is handed the code of another. Undefined without
   * `server.public_base_url`.
   */
  redirectUriOf(organization: Pick<OrganizationRecord, 'id' | 'name'>): string | undefined {
    if (this.origin === undefined) return undefined;
    return `${this.origin}${CALLBACK_PATH}${this.isNamed(organization) ? '' : `/${organization.id}`}`;
  }

  /** The redirect address of the organization that gateway.yaml names. */
  get redirectUri(): string | undefined {
    return this.origin === undefined ? undefined : `${this.origin}${CALLBACK_PATH}`;
  }

  /** Tells which organizations offer single sign-on: the one that gateway.yaml names, and any other. */
  async findOffers(): Promise<{ readonly ofNamed: boolean; readonly ofOthers: boolean }> {
    const { auth } = this.services.config;
    if (this.origin === undefined || !auth.console.enabled) return { ofNamed: false, ofOthers: false };
    const { ofOne, ofOthers } = await this.database.ssoSettings.findOffers(this.services.followed.now.organizationName);
    return { ofNamed: this.isDeclared || ofOne, ofOthers };
  }

  /** @param text name or id; undefined for the organization that gateway.yaml names */
  async findOrganization(text: string | undefined): Promise<OrganizationRecord | undefined> {
    const { organizations } = this.database;
    // An organization may have the id of another for its name.
    const found = text !== undefined && isId(text) ? await organizations.find(text) : undefined;
    return found ?? organizations.findByName(text ?? this.services.followed.now.organizationName);
  }

  /** The provider of gateway.yaml; undefined if single sign-on is not configured there. */
  declared(): SignInProvider | undefined {
    const provider = this.findDeclared();
    const { redirectUri } = this;
    return provider && redirectUri !== undefined ? { provider, redirectUri, own: undefined } : undefined;
  }

  /** The provider that an organization has set up for itself; undefined if it has none in use. */
  async findOwn(organization: OrganizationRecord): Promise<SignInProvider | undefined> {
    if (!this.services.config.auth.console.enabled || this.isDeclaredFor(organization)) return undefined;
    const { id: organizationId } = organization;
    const settings = await this.database.ssoSettings.findWithSecret(organizationId);
    if (!settings?.enabled) return undefined;
    const redirectUri = this.redirectUriOf(organization);
    if (redirectUri === undefined) return undefined;
    const { settingsHash } = settings;
    const key = `${organizationId} ${settingsHash}`;
    const provider = this.owns.get(key) ?? this.make(settings);
    this.owns.set(key, provider);
    return { provider, redirectUri, own: { organizationId, settingsHash } };
  }

  /** The same as it was when a sign-in began; undefined if its settings have changed since. */
  async findBegun({ organizationId, settingsHash }: OwnSettings): Promise<SignInProvider | undefined> {
    const organization = await this.database.organizations.find(organizationId);
    const found = organization && (await this.findOwn(organization));
    return found?.own?.settingsHash === settingsHash ? found : undefined;
  }

  /** A provider that knows nothing yet, for settings that may not be in use. */
  make({ clientId, clientSecret, issuer }: SettingsWithSecret): IdentityProvider {
    return new IdentityProvider({ issuer, clientId, clientSecret, fetch: this.guarded.fetch, isExact: true });
  }
}
