import { GatewayError } from '@multilane/errors';
import type { Database, OrganizationRecord, SsoSettingsRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { basePathOf } from '../../http/base-path.js';
import { invalidField, refuseField } from '../../http/invalid-field.js';
import { rejectVersion } from '../../http/versions.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { findIssuerProblem } from './check-issuer.js';
import type { SsoView } from './dto/sso.view.js';
import type { SsoTestView } from './dto/sso-test.view.js';
import type { WriteSsoDto } from './dto/write-sso.dto.js';
import { SignInProviders } from './sign-in-providers.js';

/** Settings of single sign-on of an organization (docs/contract/sign-in.md#settings-of-an-organization). */
@Injectable()
export class SsoSettingsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(SignInProviders) private readonly providers: SignInProviders,
    @Inject(AllowedNetworksService) private readonly networks: AllowedNetworksService,
  ) {}

  /** Describes the settings that apply to the organization, for administrators of the identity provider. */
  async describe({ organizationId }: Requester): Promise<SsoView> {
    const organization = await this.findOrganization(organizationId);
    const settings = await this.database.ssoSettings.find(organizationId);
    return this.view(organization, settings);
  }

  /**
   * Stores the settings. Fails with 409 where gateway.yaml has them, with 400 `issuer` for an address that is not allowed, with 400
   * `client_secret` for another issuer without a secret of its own, and with 400 `enabled` for settings that no test has passed with.
   */
  async replace({ actor, organizationId }: Requester, dto: WriteSsoDto): Promise<SsoView> {
    const organization = await this.demandOwn(organizationId);
    const problem = findIssuerProblem(dto.issuer, this.networks.allowed);
    if (problem !== undefined) throw refuseField({ path: 'issuer', message: problem });
    const values = { issuer: dto.issuer, clientId: dto.client_id, clientSecret: dto.client_secret };
    const stored = await this.database.change(actor, async ({ ssoSettings }) => {
      await ssoSettings.lockAll(organizationId);
      const before = await ssoSettings.find(organizationId);
      if (before === undefined && actor.condition !== undefined) throw rejectVersion();
      if (before !== undefined && keepsSecretElsewhere(before, dto)) {
        throw refuseField({
          path: 'client_secret',
          message: 'must be sent again, or removed with null, when `issuer` changes',
        });
      }
      const after =
        before === undefined
          ? await ssoSettings.create(organizationId, values)
          : await ssoSettings.replace(organizationId, values);
      const { enabled = after.enabled } = dto;
      if (enabled && !isTested(after)) {
        throw invalidField(
          'enabled',
          'can be true only after a test of these settings has passed. Save them, then test.',
        );
      }
      return ssoSettings.enable(organizationId, enabled);
    });
    return this.view(organization, stored);
  }

  /** Removes the settings: nobody signs in this way any more. Sessions go on. Fails with 404 if there are none. */
  async remove({ actor, organizationId }: Requester): Promise<void> {
    await this.demandOwn(organizationId);
    if ((await this.database.ssoSettings.find(organizationId)) === undefined) throw noSettings();
    await this.database.change(actor, ({ ssoSettings }) => ssoSettings.remove(organizationId));
  }

  /** The organization, which has its settings itself. @throws GatewayError 409 `declared_in_config` */
  async demandOwn(organizationId: string): Promise<OrganizationRecord> {
    const organization = await this.findOrganization(organizationId);
    if (this.providers.isDeclaredFor(organization)) throw new GatewayError('declared_in_config');
    return organization;
  }

  private async findOrganization(organizationId: string): Promise<OrganizationRecord> {
    const organization = await this.database.organizations.find(organizationId);
    if (organization !== undefined) return organization;
    throw new GatewayError('not_found', { message: 'The organization does not exist.' });
  }

  private view(organization: OrganizationRecord, settings: SsoSettingsRecord | undefined): SsoView {
    const { auth, server } = this.services.config;
    const isNamed = this.providers.isNamed(organization);
    const callback = this.providers.redirectUriOf(organization);
    const general = [
      ...(auth.console.enabled ? [] : ['auth.console.enabled']),
      ...(callback === undefined ? ['server.public_base_url'] : []),
    ];
    const query = isNamed ? '' : `?${new URLSearchParams({ organization: organization.name })}`;
    const addresses = {
      callback_address: callback ?? null,
      sign_out_address:
        callback === undefined ? null : new URL(`${basePathOf(server.public_base_url)}/ui/sign-in`, callback).href,
      start_address: callback === undefined ? null : new URL(`/auth/sso/start${query}`, callback).href,
    };
    if (settings !== undefined && !this.providers.isDeclaredFor(organization)) {
      return {
        object: 'sso',
        is_offered: settings.enabled && general.length === 0,
        issuer: settings.issuer,
        ...addresses,
        missing: general,
        source: 'database',
        client_id: settings.clientId,
        has_client_secret: settings.hasClientSecret,
        enabled: settings.enabled,
        is_tested: isTested(settings),
        test: settings.test as SsoTestView | null,
        updated_at: settings.updatedAt.toISOString(),
      };
    }
    const none = { source: null, client_id: null, has_client_secret: false, enabled: false, is_tested: false } as const;
    const rest = { ...none, test: null, updated_at: null };
    if (!isNamed) return { object: 'sso', is_offered: false, issuer: null, ...addresses, missing: general, ...rest };
    const { oidc, sso } = this.services.followed.now;
    const clientId = sso.client_id ?? oidc.spa_client_id;
    const { isDeclared } = this.providers;
    return {
      object: 'sso',
      is_offered: isDeclared && callback !== undefined,
      issuer: oidc.issuer ?? null,
      ...addresses,
      missing: [
        ...general,
        ...(oidc.issuer === undefined ? ['auth.oidc.issuer'] : []),
        ...(clientId === undefined ? ['auth.console.sso.client_id'] : []),
      ],
      ...rest,
      ...(isDeclared && {
        source: 'config',
        client_id: clientId ?? null,
        has_client_secret: sso.client_secret !== undefined,
        enabled: true,
      }),
    };
  }
}

/** True if a secret that nobody reads again would go to another provider than the one that it was entered for. */
function keepsSecretElsewhere(
  { hasClientSecret, issuer }: SsoSettingsRecord,
  { client_secret: secret, issuer: next }: WriteSsoDto,
): boolean {
  return hasClientSecret && secret === undefined && new URL(next).href !== new URL(issuer).href;
}

/** True if a test has passed with these very settings. */
export function isTested({ settingsHash, testedHash }: SsoSettingsRecord): boolean {
  return settingsHash === testedHash;
}

export function noSettings(): GatewayError {
  return new GatewayError('not_found', { message: 'The organization has no settings of single sign-on.' });
}
