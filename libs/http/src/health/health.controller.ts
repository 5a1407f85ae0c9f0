import { Controller, Get, Inject } from '@nestjs/common';
import { HealthCheck, type HealthCheckResult, HealthCheckService } from '@nestjs/terminus';
import { Public } from '../public.decorator.js';
import { Readiness } from './readiness.js';
import { SERVICE_STATUS, type ServiceStatus } from './service-status.js';

/** Else each service would load `@nestjs/swagger` to describe two routes: 0.1 s of its start. */
const UNDOCUMENTED = { noCache: true, swaggerDocumentation: false };

/** The service endpoints (docs/contract/operations.md#service-endpoints): no credential, outside /v1. */
@Public()
@Controller()
export class HealthController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(SERVICE_STATUS) private readonly status: ServiceStatus,
  ) {}

  /** Liveness: the process answers. */
  @Get(['health', 'healthz'])
  @HealthCheck(UNDOCUMENTED)
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** Readiness: 503 before the service can answer and while draining (docs/contract/operations.md#shutdown). */
  @Get(['ready', 'readyz'])
  @HealthCheck(UNDOCUMENTED)
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.readiness.check()]);
  }

  /** Answers with the build and its surroundings. */
  @Get('version')
  version(): Record<string, unknown> {
    return { ...this.status.stamp, ...this.status.describe?.() };
  }
}
