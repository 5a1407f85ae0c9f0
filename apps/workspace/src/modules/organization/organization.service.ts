import { GatewayError } from '@multilane/errors';
import type { Database, OrganizationRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import { isZone } from '../usage/is-zone.js';
import type {
  UpdateCredentialPolicyDto,
  UpdateOrganizationDto,
  UpdateSignInPolicyDto,
} from './dto/write-organization.dto.js';

@Injectable()
export class OrganizationService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async find({ organizationId }: Requester): Promise<OrganizationRecord> {
    const organization = await this.database.organizations.find(organizationId);
    if (organization === undefined)
      throw new GatewayError('not_found', { message: 'The organization does not exist.' });
    return organization;
  }

  /** Fails with 409 for a new name where gateway.yaml names the organization, and with 400 for a zone that there is not. */
  async update(
    requester: Requester,
    { name, reporting_zone: reportingZone }: UpdateOrganizationDto,
  ): Promise<OrganizationRecord> {
    const organization = await this.find(requester);
    if (name !== undefined && organization.source === 'config') throw new GatewayError('declared_in_config');
    if (reportingZone !== undefined) await this.demandZone(reportingZone);
    return this.database.change(requester.actor, ({ organizations }) =>
      organizations.update(organization.id, { name, reportingZone }),
    );
  }

  private async demandZone(zone: string): Promise<void> {
    if (await isZone(this.database.usageSeries, zone)) return;
    throw new GatewayError('invalid_value', {
      param: 'reporting_zone',
      message: '`reporting_zone` must be the IANA name of a time zone, such as Asia/Kolkata or UTC.',
    });
  }

  /** gateway.yaml says nothing of the policy: it may be changed of any organization. */
  updateCredentialPolicy(
    { actor, organizationId }: Requester,
    dto: UpdateCredentialPolicyDto,
  ): Promise<OrganizationRecord> {
    return this.database.change(actor, ({ organizations }) =>
      organizations.update(organizationId, {
        maxPatLifetimeDays: dto.max_pat_lifetime_days,
        maxPatsPerUser: dto.max_pats_per_user,
        allowNonExpiringVat: dto.allow_non_expiring_vat,
      }),
    );
  }

  /**
   * Where a second factor becomes required, the sessions end of everybody else who has a password and none. Fails with 409 for an owner
   * without one, who would be locked out by a mistake.
   */
  async updateSignInPolicy(
    { actor, organizationId, userId }: Requester,
    { requires_second_factor: requiresSecondFactor }: UpdateSignInPolicyDto,
  ): Promise<OrganizationRecord> {
    return this.database.change(actor, async ({ organizations, users }) => {
      const before = await organizations.lock(organizationId);
      if (requiresSecondFactor === true && !before.requiresSecondFactor) {
        const own = await users.find(organizationId, userId);
        if (own?.hasPassword === true && own.secondFactorSince === null) {
          throw new GatewayError('conflict', { message: 'Set up a second factor for your own account first.' });
        }
        await users.endSessionsWithoutSecondFactor(organizationId, userId);
      }
      return organizations.update(organizationId, { requiresSecondFactor });
    });
  }
}
