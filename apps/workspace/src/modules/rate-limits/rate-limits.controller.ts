import { Body, Controller, Inject, Param, Put, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { ListRateLimitsQuery } from './dto/list-rate-limits.query.js';
import { RateLimitView } from './dto/rate-limit.view.js';
import { CreateRateLimitDto, ReplaceRateLimitDto, UpdateRateLimitDto } from './dto/write-rate-limit.dto.js';
import { RateLimitsService } from './rate-limits.service.js';

const READ = 'gateway.ratelimits.read';
const MANAGE = 'gateway.ratelimits.manage';

/**
 * Rate-limit policies (docs/contract/limits.md#policies and docs/contract/limits.md#ceilings;
 * docs/contract/control-plane.md#rate-limit-policies).
 */
@Controller('admin/gateway/policies/rate-limits')
export class RateLimitsController {
  constructor(@Inject(RateLimitsService) private readonly policies: RateLimitsService) {}

  @Creates(RateLimitView, 'The new policy.')
  @RequirePermission(MANAGE, { in: 'anywhere' })
  async create(
    @FromRequester() requester: Requester,
    @Query() query: WorkspaceQuery,
    @Body() dto: CreateRateLimitDto,
  ): Promise<RateLimitView> {
    return RateLimitView.of(await this.policies.create(requester, query, dto));
  }

  @Lists(RateLimitView)
  @RequirePermission(READ, { in: 'anywhere' })
  async list(
    @FromRequester() requester: Requester,
    @Query() query: ListRateLimitsQuery,
  ): Promise<ListAnswer<RateLimitView>> {
    return toList(await this.policies.list(requester, query), RateLimitView.of);
  }

  @Finds(RateLimitView)
  @RequirePermission(READ, { in: 'anywhere' })
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<RateLimitView> {
    return RateLimitView.of(await this.policies.find(requester, id, READ, query));
  }

  /** Name, limits and `enabled` as sent: a limit that is left out becomes unlimited. */
  @Put(':id')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission(MANAGE, { in: 'anywhere' })
  @Answers(RateLimitView, { description: 'The updated policy.' })
  async replace(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: ReplaceRateLimitDto,
  ): Promise<RateLimitView> {
    return RateLimitView.of(await this.policies.replace(requester, id, query, dto));
  }

  /** Updates a policy. Omitted fields keep their value. */
  @Updates(RateLimitView, 'The updated policy.')
  @RequirePermission(MANAGE, { in: 'anywhere' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdateRateLimitDto,
  ): Promise<RateLimitView> {
    return RateLimitView.of(await this.policies.update(requester, id, query, dto));
  }

  @Removes()
  @RequirePermission(MANAGE, { in: 'anywhere' })
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.policies.remove(requester, id, query);
  }
}
