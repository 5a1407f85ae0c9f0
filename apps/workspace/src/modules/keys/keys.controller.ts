import { Body, Controller, Get, Inject, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { RotateDto } from '../../credentials/rotate.dto.js';
import { SendsVersion } from '../../http/versions.js';
import { exportCsv } from '../../lists/export-csv.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { AnswersCsv } from '../../openapi/answers-csv.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { IssuedKeyView, KeyView } from './dto/key.view.js';
import { KeyListQuery } from './dto/key-list.query.js';
import { CreateKeyDto, UpdateKeyDto } from './dto/write-key.dto.js';
import { KeysService } from './keys.service.js';

/**
 * API keys (docs/contract/authentication.md#api-keys; docs/contract/control-plane.md#keys): made by people, and by keys with the admin role
 * for their own team. Permissions are checked for each key, by its team and workspace.
 */
@Controller('admin/keys')
export class KeysController {
  constructor(@Inject(KeysService) private readonly keys: KeysService) {}

  @Creates(IssuedKeyView, 'The new key, with its plaintext, which is shown only once.')
  @RequirePermission('gateway.keys.manage', { in: 'anywhere' })
  async create(@FromRequester() requester: Requester, @Body() dto: CreateKeyDto): Promise<IssuedKeyView> {
    return IssuedKeyView.ofIssued(await this.keys.create(requester, dto));
  }

  @Lists(KeyView)
  @RequirePermission('gateway.keys.read', { in: 'anywhere' })
  async list(@FromRequester() requester: Requester, @Query() query: KeyListQuery): Promise<ListAnswer<KeyView>> {
    return toList(await this.keys.list(requester, query), KeyView.of);
  }

  /** Everything that the filters let through, in the list's order, as a file. `limit` has no effect. */
  @Get('export')
  @RequirePermission('gateway.keys.read', { in: 'anywhere' })
  @AnswersCsv()
  export(@FromRequester() requester: Requester, @Query() query: KeyListQuery): Promise<StreamableFile> {
    return exportCsv('keys', KeyView, query, (page) => this.list(requester, page));
  }

  @Finds(KeyView)
  @RequirePermission('gateway.keys.read', { in: 'anywhere' })
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<KeyView> {
    return KeyView.of(await this.keys.find(requester, id));
  }

  /** Replaces the limits as a whole; any other field left out keeps its value. */
  @Updates(KeyView, 'The updated key.')
  @RequirePermission('gateway.keys.manage', { in: 'anywhere' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateKeyDto,
  ): Promise<KeyView> {
    return KeyView.of(await this.keys.update(requester, id, dto));
  }

  /** The key is rejected from this moment on. */
  @Removes()
  @RequirePermission('gateway.keys.manage', { in: 'anywhere' })
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.keys.remove(requester, id);
  }

  /** Gives the key a new plaintext. */
  @Post(':id/rotate')
  @SendsVersion()
  @RequirePermission('gateway.keys.manage', { in: 'anywhere' })
  @Answers(IssuedKeyView, { description: 'The key with its new plaintext.' })
  async rotate(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: RotateDto,
  ): Promise<IssuedKeyView> {
    return IssuedKeyView.ofIssued(await this.keys.rotate(requester, id, dto));
  }

  /** The key is rejected until it is enabled again. */
  @Post(':id/disable')
  @SendsVersion()
  @RequirePermission('gateway.keys.manage', { in: 'anywhere' })
  @Answers(KeyView, { description: 'The key is disabled.' })
  async disable(@FromRequester() requester: Requester, @Param('id') id: string): Promise<KeyView> {
    return KeyView.of(await this.keys.disable(requester, id));
  }

  /** Not for a key whose owner has left the team or is not active (409). */
  @Post(':id/enable')
  @SendsVersion()
  @RequirePermission('gateway.keys.manage', { in: 'anywhere' })
  @Answers(KeyView, { description: 'The key is enabled.' })
  async enable(@FromRequester() requester: Requester, @Param('id') id: string): Promise<KeyView> {
    return KeyView.of(await this.keys.enable(requester, id));
  }
}
