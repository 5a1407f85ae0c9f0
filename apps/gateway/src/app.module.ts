import type { GatewayConfig } from '@multilane/config';
import { DocsModule, HealthModule } from '@multilane/http';
import { type DynamicModule, Module } from '@nestjs/common';
import { GATEWAY_SERVICES, type GatewayServices } from './gateway-services.js';
import { gatewayStatus } from './gateway-status.js';
import { ModelsController } from './inference/models.controller.js';
import { buildDocument } from './openapi/build-document.js';

/** The routes of the data plane that a framework serves, on services made at boot; those of models do without. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class GatewayModule {
  static on(services: GatewayServices, { metrics_port }: GatewayConfig['server']): DynamicModule {
    const status = gatewayStatus(services);
    const docs = { title: 'Multilane gateway API', document: () => buildDocument(status.stamp.version) };
    return {
      module: GatewayModule,
      imports: [HealthModule.on(status, metrics_port), DocsModule.on(docs)],
      controllers: [ModelsController],
      providers: [{ provide: GATEWAY_SERVICES, useValue: services }],
    };
  }
}
