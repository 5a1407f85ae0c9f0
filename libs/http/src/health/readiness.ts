import { Inject, Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { SERVICE_STATUS, type ServiceStatus } from './service-status.js';

/** Decides whether the service should be sent traffic. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(SERVICE_STATUS) private readonly status: ServiceStatus,
  ) {}

  /** From now on the service is not ready: a load balancer takes it out before it stops accepting. */
  startDraining(): void {
    this.draining = true;
  }

  async check(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(this.status.stamp.service.replace('multilane-', ''));
    const problem = this.draining ? 'draining' : await this.status.problem();
    if (problem !== undefined) return indicator.down(problem);
    const degraded = this.status.degraded?.() ?? [];
    return degraded.length > 0 ? indicator.up({ degraded }) : indicator.up();
  }
}
