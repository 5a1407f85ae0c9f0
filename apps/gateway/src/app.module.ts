import type { GatewayConfig } from '@multilane/config';
import { type DynamicModule, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { GATEWAY_SERVICES, type GatewayServices } from './gateway-services.js';
import { HealthController } from './health/health.controller.js';
import { MetricsController } from './health/metrics.controller.js';
import { Readiness } from './health/readiness.js';
import { ModelsController } from './inference/models.controller.js';

/** The routes of the data plane that a framework serves, on services made at boot; those of models do without. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class GatewayModule {
  static on(services: GatewayServices, { metrics_port }: GatewayConfig['server']): DynamicModule {
    const metrics = metrics_port === undefined ? [MetricsController] : [];
    return {
      module: GatewayModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController, ...metrics, ModelsController],
      providers: [{ provide: GATEWAY_SERVICES, useValue: services }, Readiness],
    };
  }
}
