import { Body, Controller, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { PolicyListQuery } from '../../lists/policy-list.query.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { AlertChannelsService } from './alert-channels.service.js';
import { MANAGE_TEAM, READ } from './alert-places.service.js';
import { AlertChannelView, AlertDeliveryView } from './dto/alert.view.js';
import { CreateAlertChannelDto, UpdateAlertChannelDto } from './dto/alert-channel.dto.js';

const ANYWHERE = { in: 'anywhere' } as const;

/** Channels that alerts are sent to (docs/alerts.md#channels). Addresses and secrets are write-only. */
@Controller('admin/alerts/channels')
export class AlertChannelsController {
  constructor(@Inject(AlertChannelsService) private readonly channels: AlertChannelsService) {}

  @Creates(AlertChannelView, 'The new channel, with the secret that was made for it.')
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: CreateAlertChannelDto,
  ): Promise<AlertChannelView> {
    const { channel, secret } = await this.channels.create(requester, dto, asked);
    return AlertChannelView.of(channel, secret);
  }

  @Lists(AlertChannelView)
  @RequirePermission(READ, ANYWHERE)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: PolicyListQuery,
  ): Promise<ListAnswer<AlertChannelView>> {
    return toList(await this.channels.list(requester, query), (channel) => AlertChannelView.of(channel));
  }

  @Finds(AlertChannelView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<AlertChannelView> {
    return AlertChannelView.of(await this.channels.find(requester, id, asked));
  }

  /** An address and its secret are replaced together. */
  @Updates(AlertChannelView, 'The updated channel, with the secret that was made for it.')
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateAlertChannelDto,
  ): Promise<AlertChannelView> {
    const { channel, secret } = await this.channels.update(requester, id, dto, asked);
    return AlertChannelView.of(channel, secret);
  }

  /** Its deliveries are deleted with it. */
  @Removes()
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.channels.remove(requester, id, asked);
  }

  /** Sends a test message. */
  @Post(':id/test')
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  @Answers(AlertDeliveryView, { status: 202, description: 'The delivery of the test, which a worker makes.' })
  async test(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<AlertDeliveryView> {
    return AlertDeliveryView.of(await this.channels.test(requester, id, asked));
  }
}
