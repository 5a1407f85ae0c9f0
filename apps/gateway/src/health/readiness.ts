import { Inject, Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { GATEWAY_SERVICES, type GatewayServices } from '../gateway-services.js';

/** Whether the gateway should be sent traffic. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(GATEWAY_SERVICES) private readonly services: GatewayServices,
  ) {}

  /** From now on the gateway is not ready: a load balancer takes it out before it stops accepting. */
  startDraining(): void {
    this.draining = true;
  }

  check(): HealthIndicatorResult {
    const indicator = this.indicators.check('gateway');
    if (this.draining) return indicator.down('draining');
    if (!this.services.snapshots.current) return indicator.down('no configuration yet');
    return indicator.up();
  }
}
