import { Controller, Get, Inject } from '@nestjs/common';
import { HealthCheck, type HealthCheckResult, HealthCheckService } from '@nestjs/terminus';
import { GATEWAY_SERVICES, type GatewayServices } from '../gateway-services.js';
import { BUILD_STAMP } from './build-stamp.js';
import { Readiness } from './readiness.js';

/** The service endpoints (specification section 4): no credential, outside /v1. */
@Controller()
export class HealthController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(GATEWAY_SERVICES) private readonly services: GatewayServices,
  ) {}

  /** Liveness: the process answers. */
  @Get(['health', 'healthz'])
  @HealthCheck()
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** Readiness: 503 before the first snapshot and while draining (decisions section 10). */
  @Get(['ready', 'readyz'])
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.readiness.check()]);
  }

  /** What was built, and which configuration it runs. */
  @Get('version')
  version(): Record<string, unknown> {
    return { ...BUILD_STAMP, config_hash: this.services.snapshots.current?.hash ?? null };
  }
}
