import { Controller, Get, Inject, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { OrganizationUsageQuery, UsageQuery } from './dto/usage.query.js';
import { UsageView } from './dto/usage.view.js';
import { UsageSeriesQuery } from './dto/usage-series.query.js';
import { UsageSeriesView } from './dto/usage-series.view.js';
import { UsageService } from './usage.service.js';
import { UsageSeriesService } from './usage-series.service.js';

/** Usage of requests (docs/contract/audit.md#queries): the latest day first, and then the highest cost. Read-only. */
@Controller()
export class UsageController {
  constructor(
    @Inject(UsageService) private readonly usage: UsageService,
    @Inject(UsageSeriesService) private readonly series: UsageSeriesService,
  ) {}

  /** Lists the usage of the workspaces, or the team, that the requester may see. */
  @Get('admin/usage')
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @AnswersList(UsageView)
  async list(@FromRequester() requester: Requester, @Query() query: UsageQuery): Promise<ListAnswer<UsageView>> {
    return toList(await this.usage.list(requester, query), UsageView.of);
  }

  /** Over time, of the workspaces that the person may see: for charts. */
  @Get('admin/usage/series')
  @RequirePermission('gateway.usage.read', { in: 'anywhere', person: true })
  @Answers(UsageSeriesView)
  async listSeries(@FromRequester() requester: Requester, @Query() query: UsageSeriesQuery): Promise<UsageSeriesView> {
    const { request, answer } = await this.series.list(requester, query);
    return UsageSeriesView.of(request, answer);
  }

  /** Lists the usage of the whole organization. */
  @Get('org/usage')
  @RequirePermission('org.usage.read')
  @AnswersList(UsageView)
  async listEverything(
    @FromRequester() requester: Requester,
    @Query() query: OrganizationUsageQuery,
  ): Promise<ListAnswer<UsageView>> {
    return toList(await this.usage.listEverything(requester, query), UsageView.of);
  }
}
