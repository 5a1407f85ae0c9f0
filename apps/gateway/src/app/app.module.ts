import type { SettingsAtStart } from '@multilane/config';
import { type BuildStamp, DocsModule, HealthModule, RootModule, type RootPage, writeRootPage } from '@multilane/http';
import { type DynamicModule, Module } from '@nestjs/common';
import { ResourceMetadataController } from '../endpoints/mcp/resource-metadata/resource-metadata.controller.js';
import { RESOURCE_SERVICES } from '../endpoints/mcp/resource-metadata/resource-metadata.js';
import { AsyncJobsController } from '../http/async/async-jobs.controller.js';
import { HTTP_SERVICES } from '../http/http-services.js';
import { MediaController } from '../http/media/media.controller.js';
import { ModelsController } from '../http/models/models.controller.js';
import { REALTIME_SETTINGS, RealtimeGateway } from '../http/realtime/realtime.gateway.js';
import { buildDocument } from '../openapi/build-document.js';
import type { GatewayServices } from '../start/gateway-services.js';
import { gatewayStatus } from './gateway-status.js';

/** The routes of the data plane that a framework serves, on services made at boot; those of models do without. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class GatewayModule {
  static on(services: GatewayServices, { realtime, server: { metrics_port } }: SettingsAtStart): DynamicModule {
    const status = gatewayStatus(services);
    const docs = { title: 'Multilane gateway API', document: () => buildDocument(status.stamp.version) };
    return {
      module: GatewayModule,
      imports: [HealthModule.on(status, metrics_port), DocsModule.on(docs), RootModule.on(describeRoot(status.stamp))],
      controllers: [AsyncJobsController, MediaController, ModelsController, ResourceMetadataController],
      providers: [
        { provide: HTTP_SERVICES, useValue: services },
        { provide: RESOURCE_SERVICES, useValue: services },
        { provide: REALTIME_SETTINGS, useValue: realtime },
        RealtimeGateway,
      ],
    };
  }
}

/** Describes the gateway at `/`, for somebody who opens it. */
function describeRoot({ service, version }: BuildStamp): RootPage {
  return {
    service,
    version,
    links: { api: '/v1', models: '/v1/models', docs: '/docs', openapi: '/openapi.json', health: '/health' },
    browser: {
      html: writeRootPage('Multilane gateway', [
        'This is an AI gateway. Set the base URL of your SDK to this address followed by <code>/v1</code>.',
        '<a href="/docs">API documentation</a> · <a href="/openapi.json">OpenAPI document</a>',
      ]),
    },
  };
}
