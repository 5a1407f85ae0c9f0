import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { SecretView } from './dto/secret.view.js';
import { CreateSecretDto, UpdateSecretDto } from './dto/write-secret.dto.js';
import { SecretsService } from './secrets.service.js';

const READ = 'gateway.secrets.read';
const MANAGE = 'gateway.secrets.manage';
const HERE = { in: 'workspace', person: true } as const;
const ANYWHERE = { in: 'anywhere', person: true } as const;

/** Secrets of a workspace, by name (docs/contract/workflows.md#secrets). Values are write-only. */
@Controller('w/secrets')
export class SecretsController {
  constructor(@Inject(SecretsService) private readonly secrets: SecretsService) {}

  @Creates(SecretView, 'The new secret, without its value.')
  @RequirePermission(MANAGE, HERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateSecretDto,
  ): Promise<SecretView> {
    return SecretView.of(await this.secrets.create(requester, dto));
  }

  @Lists(SecretView)
  @RequirePermission(READ, HERE)
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<SecretView>> {
    return toList(await this.secrets.list(requester, query), SecretView.of);
  }

  @Finds(SecretView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<SecretView> {
    return SecretView.of(await this.secrets.find(requester, id, asked));
  }

  /** Running steps use the new value from their next attempt on. */
  @Updates(SecretView, 'The updated secret, without its value.')
  @RequirePermission(MANAGE, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateSecretDto,
  ): Promise<SecretView> {
    return SecretView.of(await this.secrets.update(requester, id, dto, asked));
  }

  /** Steps and tools that name the secret fail from then on. */
  @Removes()
  @RequirePermission(MANAGE, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.secrets.remove(requester, id, asked);
  }
}
