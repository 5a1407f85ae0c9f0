import { Body, Controller, Inject, Post } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { CacheDryRuns } from './cache-dry-runs.js';
import { CacheDryRunDto, CacheDryRunView } from './dto/cache-dry-run.dto.js';
import { RateLimitDryRunDto, RateLimitDryRunView } from './dto/rate-limit-dry-run.dto.js';
import { RateLimitDryRuns } from './rate-limit-dry-runs.js';

/** What stored policies would do to a request (docs/contract/control-plane.md#dry-runs). Nothing is counted, cached or sent. */
@Controller('admin/gateway/policies')
export class RequestDryRunsController {
  constructor(
    @Inject(RateLimitDryRuns) private readonly rateLimits: RateLimitDryRuns,
    @Inject(CacheDryRuns) private readonly cache: CacheDryRuns,
  ) {}

  /** The limits that a request must fit within. */
  @Post('rate-limits/dry-run')
  @RequirePermission('gateway.ratelimits.read', { in: 'anywhere' })
  @Answers(RateLimitDryRunView, { description: 'The limits of the matching policies.' })
  tryRateLimits(@FromRequester() requester: Requester, @Body() dto: RateLimitDryRunDto): Promise<RateLimitDryRunView> {
    return this.rateLimits.run(requester, dto);
  }

  /** Whether the response to a request is cached, and which other request shares it. */
  @Post('cache/dry-run')
  @RequirePermission('gateway.cache.read', { in: 'anywhere' })
  @Answers(CacheDryRunView, { description: 'What the cache does with the response.' })
  tryCache(@FromRequester() requester: Requester, @Body() dto: CacheDryRunDto): Promise<CacheDryRunView> {
    return this.cache.run(requester, dto);
  }
}
