import { Body, Controller, Inject, Post } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { Throttle } from '../../access/throttle.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { CacheDryRuns } from './cache-dry-runs.js';
import { CacheDryRunDto, CacheDryRunView } from './dto/cache-dry-run.dto.js';
import { RateLimitDryRunDto, RateLimitDryRunView } from './dto/rate-limit-dry-run.dto.js';
import { RoutingDryRunDto, RoutingDryRunView } from './dto/routing-dry-run.dto.js';
import { RateLimitDryRuns } from './rate-limit-dry-runs.js';
import { RoutingDryRuns } from './routing-dry-runs.js';

/** Each asks the database several times. */
const ALLOWANCE = { tries: 120, seconds: 60 };

/** Dry runs of policies on a request (docs/contract/control-plane.md#dry-runs). Nothing is counted, cached or sent. */
@Controller('admin')
export class RequestDryRunsController {
  private readonly throttle = new Throttle(ALLOWANCE);

  constructor(
    @Inject(RateLimitDryRuns) private readonly rateLimits: RateLimitDryRuns,
    @Inject(CacheDryRuns) private readonly cache: CacheDryRuns,
    @Inject(RoutingDryRuns) private readonly routing: RoutingDryRuns,
  ) {}

  /** The limits that a request must fit within. */
  @Post('gateway/policies/rate-limits/dry-run')
  @RequirePermission('gateway.ratelimits.read', { in: 'anywhere' })
  @Answers(RateLimitDryRunView, { description: 'The limits of the matching policies.' })
  async tryRateLimits(
    @FromRequester() requester: Requester,
    @Body() dto: RateLimitDryRunDto,
  ): Promise<RateLimitDryRunView> {
    await this.throttle.take(requester.organizationId);
    return this.rateLimits.run(requester, dto);
  }

  /** Returns the decision on caching the response, and the other requests that share it. */
  @Post('gateway/policies/cache/dry-run')
  @RequirePermission('gateway.cache.read', { in: 'anywhere' })
  @Answers(CacheDryRunView, { description: 'What the cache does with the response.' })
  async tryCache(@FromRequester() requester: Requester, @Body() dto: CacheDryRunDto): Promise<CacheDryRunView> {
    await this.throttle.take(requester.organizationId);
    return this.cache.run(requester, dto);
  }

  /** The models that a routing config leads a request to. */
  @Post('routing-configs/dry-run')
  @RequirePermission('gateway.routing.read', { in: 'anywhere' })
  @Answers(RoutingDryRunView, { description: 'The models, and who of them is tried first.' })
  async tryRouting(@FromRequester() requester: Requester, @Body() dto: RoutingDryRunDto): Promise<RoutingDryRunView> {
    await this.throttle.take(requester.organizationId);
    return this.routing.run(requester, dto);
  }
}
