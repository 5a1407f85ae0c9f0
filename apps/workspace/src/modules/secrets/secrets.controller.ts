import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
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

  @Post()
  @SendsVersion()
  @RequirePermission(MANAGE, HERE)
  @Answers(SecretView, { status: 201, description: 'The new secret, without its value.' })
  async create(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateSecretDto,
  ): Promise<SecretView> {
    return SecretView.of(await this.secrets.create(requester, dto));
  }

  @Get()
  @RequirePermission(READ, HERE)
  @AnswersList(SecretView)
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<SecretView>> {
    return toList(await this.secrets.list(requester, query), SecretView.of);
  }

  @Get(':id')
  @SendsVersion()
  @RequirePermission(READ, ANYWHERE)
  @Answers(SecretView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<SecretView> {
    return SecretView.of(await this.secrets.find(requester, id, asked));
  }

  /** Running steps use the new value from their next attempt on. */
  @Patch(':id')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(SecretView, { description: 'The updated secret, without its value.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateSecretDto,
  ): Promise<SecretView> {
    return SecretView.of(await this.secrets.update(requester, id, dto, asked));
  }

  /** Steps and tools that name the secret fail from then on. */
  @Delete(':id')
  @HonoursVersion()
  @RequirePermission(MANAGE, ANYWHERE)
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.secrets.remove(requester, id, asked);
  }
}
