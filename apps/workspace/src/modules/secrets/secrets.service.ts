import { GatewayError } from '@multilane/errors';
import type { Database, Page, WorkspaceSecretRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { CreateSecretDto, UpdateSecretDto } from './dto/write-secret.dto.js';

const READ = 'gateway.secrets.read';
const MANAGE = 'gateway.secrets.manage';

/** Secrets of a workspace at most. */
const MOST = 200;

/** Secrets that steps and tools use by name (docs/contract/workflows.md#secrets). Nothing here can decrypt one. */
@Injectable()
export class SecretsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async create(requester: Requester, dto: CreateSecretDto): Promise<WorkspaceSecretRecord> {
    const { actor, organizationId, workspaceId } = requester;
    if ((await this.database.workspaceSecrets.count(organizationId, workspaceId)) >= MOST) {
      throw new GatewayError('conflict', { message: `The workspace has ${MOST} secrets. Delete some first.` });
    }
    const { description = null, name, value } = dto;
    return this.database.change(actor, ({ workspaceSecrets }) =>
      workspaceSecrets.create(organizationId, { workspaceId, name, description, value }),
    );
  }

  list({ organizationId, workspaceId }: Requester, { cursor, limit }: ListQuery): Promise<Page<WorkspaceSecretRecord>> {
    return this.database.workspaceSecrets.listPage(organizationId, { cursor, limit, filters: { workspaceId } });
  }

  async find(
    requester: Requester,
    id: string,
    asked: string | undefined,
    toDo: typeof READ | typeof MANAGE = READ,
  ): Promise<WorkspaceSecretRecord> {
    const found = await findAccessible(requester, { toSee: READ, toDo, asked }, (organizationId) =>
      this.database.workspaceSecrets.find(organizationId, id),
    );
    if (found === undefined) throw new GatewayError('not_found', { message: 'The secret does not exist.' });
    return found;
  }

  async update(
    requester: Requester,
    id: string,
    { description, value }: UpdateSecretDto,
    asked: string | undefined,
  ): Promise<WorkspaceSecretRecord> {
    const { organizationId } = await this.find(requester, id, asked, MANAGE);
    return this.database.change(requester.actor, ({ workspaceSecrets }) =>
      workspaceSecrets.update(organizationId, id, { description, value }),
    );
  }

  async remove(requester: Requester, id: string, asked: string | undefined): Promise<void> {
    const { organizationId } = await this.find(requester, id, asked, MANAGE);
    await this.database.change(requester.actor, ({ workspaceSecrets }) => workspaceSecrets.remove(organizationId, id));
  }
}
