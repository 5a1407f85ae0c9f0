import { type DynamicModule, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';
import { SERVICE_STATUS, type ServiceStatus } from './service-status.js';

/** The service endpoints of whoever says what it is. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class HealthModule {
  /** @param metricsPort where /metrics has a port of its own, it is not served beside the others */
  static on(status: ServiceStatus, metricsPort: number | undefined): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: metricsPort === undefined ? [HealthController, MetricsController] : [HealthController],
      providers: [{ provide: SERVICE_STATUS, useValue: status }, Readiness],
    };
  }
}
