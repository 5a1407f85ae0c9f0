import type { GatewayConfig } from '@multilane/config';
import { type DynamicModule, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { GATEWAY_SERVICES, type GatewayServices } from './gateway-services.js';
import { HealthController } from './health/health.controller.js';
import { MetricsController } from './health/metrics.controller.js';
import { Readiness } from './health/readiness.js';
import { InferenceController } from './inference/inference.controller.js';
import { ModelsController } from './inference/models.controller.js';

/** The data plane: its routes, on services made at boot. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class GatewayModule {
  static on(services: GatewayServices, { metrics_port }: GatewayConfig['server']): DynamicModule {
    const metrics = metrics_port === undefined ? [MetricsController] : [];
    return {
      module: GatewayModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController, ...metrics, InferenceController, ModelsController],
      providers: [{ provide: GATEWAY_SERVICES, useValue: services }, Readiness],
    };
  }
}
