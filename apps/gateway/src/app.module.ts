import type { GatewayConfig } from '@multilane/config';
import { HealthModule } from '@multilane/http';
import { type DynamicModule, Module } from '@nestjs/common';
import { GATEWAY_SERVICES, type GatewayServices } from './gateway-services.js';
import { gatewayStatus } from './gateway-status.js';
import { ModelsController } from './inference/models.controller.js';

/** The routes of the data plane that a framework serves, on services made at boot; those of models do without. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class GatewayModule {
  static on(services: GatewayServices, { metrics_port }: GatewayConfig['server']): DynamicModule {
    return {
      module: GatewayModule,
      imports: [HealthModule.on(gatewayStatus(services), metrics_port)],
      controllers: [ModelsController],
      providers: [{ provide: GATEWAY_SERVICES, useValue: services }],
    };
  }
}
