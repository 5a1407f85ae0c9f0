import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { OrganizationUsageQuery, UsageQuery } from './dto/usage.query.js';
import { UsageView } from './dto/usage.view.js';
import { UsageForecastQuery } from './dto/usage-forecast.query.js';
import { UsageForecastView } from './dto/usage-forecast.view.js';
import { UsageSeriesQuery } from './dto/usage-series.query.js';
import { UsageSeriesView } from './dto/usage-series.view.js';
import { UsageTagView } from './dto/usage-tag.view.js';
import { UsageTagsQuery } from './dto/usage-tags.query.js';
import { WhatIfDto } from './dto/what-if.dto.js';
import { WhatIfView } from './dto/what-if.view.js';
import { UsageService } from './usage.service.js';
import { UsageForecastService } from './usage-forecast.service.js';
import { UsageSeriesService } from './usage-series.service.js';
import { WhatIfService } from './what-if.service.js';

/** Usage of requests (docs/contract/audit.md#queries): the latest day first, and then the highest cost. Read-only. */
@Controller()
export class UsageController {
  constructor(
    @Inject(UsageService) private readonly usage: UsageService,
    @Inject(UsageSeriesService) private readonly series: UsageSeriesService,
    @Inject(UsageForecastService) private readonly forecasts: UsageForecastService,
    @Inject(WhatIfService) private readonly whatIf: WhatIfService,
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
    return UsageSeriesView.of(await this.series.list(requester, query));
  }

  /** Projects the spend of a month to its end, from the sums of days (docs/contract/usage.md#forecast). */
  @Get('admin/usage/forecast')
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @Answers(UsageForecastView)
  async forecast(
    @FromRequester() requester: Requester,
    @Query() query: UsageForecastQuery,
  ): Promise<UsageForecastView> {
    return UsageForecastView.of(await this.forecasts.read(requester, query));
  }

  /** Prices usage again, at other prices or as another model. Changes nothing. */
  @Post('admin/usage/what-if')
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @Answers(WhatIfView)
  async priceAgain(@FromRequester() requester: Requester, @Body() dto: WhatIfDto): Promise<WhatIfView> {
    return WhatIfView.of(await this.whatIf.price(requester, dto));
  }

  /** Lists the names of tags by which usage can be grouped. */
  @Get('admin/usage/tags')
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @AnswersList(UsageTagView)
  async listTags(
    @FromRequester() requester: Requester,
    @Query() query: UsageTagsQuery,
  ): Promise<ListAnswer<UsageTagView>> {
    return toList({ data: await this.usage.listTags(requester, query), nextCursor: null }, UsageTagView.of);
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
