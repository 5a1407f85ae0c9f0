import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { PolicyListQuery } from '../../lists/policy-list.query.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { MANAGE_TEAM, READ } from './alert-places.service.js';
import { AlertRulesService } from './alert-rules.service.js';
import { AlertRuleView } from './dto/alert.view.js';
import { CreateAlertRuleDto, UpdateAlertRuleDto } from './dto/alert-rule.dto.js';

const ANYWHERE = { in: 'anywhere' } as const;

/** Rules of alerts (docs/alerts.md#rules). */
@Controller('admin/alerts/rules')
export class AlertRulesController {
  constructor(@Inject(AlertRulesService) private readonly rules: AlertRulesService) {}

  @Creates(AlertRuleView, 'The new rule.')
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: CreateAlertRuleDto,
  ): Promise<AlertRuleView> {
    return AlertRuleView.of(await this.rules.create(requester, dto, asked));
  }

  @Lists(AlertRuleView)
  @RequirePermission(READ, ANYWHERE)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: PolicyListQuery,
  ): Promise<ListAnswer<AlertRuleView>> {
    return toList(await this.rules.list(requester, query), AlertRuleView.of);
  }

  @Finds(AlertRuleView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<AlertRuleView> {
    return AlertRuleView.of(await this.rules.find(requester, id, asked));
  }

  @Updates(AlertRuleView, 'The updated rule.')
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateAlertRuleDto,
  ): Promise<AlertRuleView> {
    return AlertRuleView.of(await this.rules.update(requester, id, dto, asked));
  }

  /** Its alerts are deleted with it, and nobody is told that they are resolved. */
  @Removes()
  @RequirePermission(MANAGE_TEAM, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.rules.remove(requester, id, asked);
  }
}
