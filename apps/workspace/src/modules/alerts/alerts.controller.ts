import { Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { MANAGE_TEAM, READ } from './alert-places.service.js';
import { AlertsService } from './alerts.service.js';
import { AlertDeliveryQuery, AlertQuery } from './dto/alert.query.js';
import { AlertDeliveryView, AlertView } from './dto/alert.view.js';

const ANYWHERE = { in: 'anywhere' } as const;

/** Alerts, and the messages about them (docs/alerts.md). */
@Controller('admin/alerts')
export class AlertsController {
  constructor(@Inject(AlertsService) private readonly alerts: AlertsService) {}

  @Lists(AlertView)
  @RequirePermission(READ, ANYWHERE)
  async list(@FromRequester() requester: Requester, @Query() query: AlertQuery): Promise<ListAnswer<AlertView>> {
    return toList(await this.alerts.list(requester, query), AlertView.of);
  }

  @Get('deliveries')
  @RequirePermission(READ, ANYWHERE)
  @AnswersList(AlertDeliveryView)
  async listDeliveries(
    @FromRequester() requester: Requester,
    @Query() query: AlertDeliveryQuery,
  ): Promise<ListAnswer<AlertDeliveryView>> {
    return toList(await this.alerts.listDeliveries(requester, query), AlertDeliveryView.of);
  }

  @Get('deliveries/:id')
  @RequirePermission(READ, ANYWHERE)
  @Answers(AlertDeliveryView)
  async findDelivery(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<AlertDeliveryView> {
    return AlertDeliveryView.of(await this.alerts.findDelivery(requester, id, asked));
  }

  @Get(':id')
  @RequirePermission(READ, ANYWHERE)
  @Answers(AlertView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<AlertView> {
    return AlertView.of(await this.alerts.find(requester, id, asked));
  }

  /** Takes the alert out of the inbox. The first one who does it is noted. */
  @Post(':id/acknowledge')
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  @Answers(AlertView, { description: 'The acknowledged alert.' })
  async acknowledge(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<AlertView> {
    return AlertView.of(await this.alerts.acknowledge(requester, id, asked));
  }
}
