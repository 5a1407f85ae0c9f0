import { GatewayError } from '@multilane/errors';
import type { Database, OrganizationRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../workspace-services.js';
import type { UpdateCredentialPolicyDto, UpdateOrganizationDto } from './dto/write-organization.dto.js';

@Injectable()
export class OrganizationService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async find({ organizationId }: Requester): Promise<OrganizationRecord> {
    const organization = await this.database.organizations.find(organizationId);
    if (organization === undefined)
      throw new GatewayError('not_found', { message: 'The organization does not exist.' });
    return organization;
  }

  /** Fails with 409 where gateway.yaml names the organization. */
  async update(requester: Requester, { name }: UpdateOrganizationDto): Promise<OrganizationRecord> {
    const organization = await this.find(requester);
    if (name === undefined) return organization;
    if (organization.source === 'config') throw new GatewayError('declared_in_config');
    return this.database.change(requester.actor, ({ organizations }) =>
      organizations.update(organization.id, { name }),
    );
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
}
