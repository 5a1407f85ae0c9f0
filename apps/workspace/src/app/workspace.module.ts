import { DocsModule, type DocumentSource, HealthModule, RootModule } from '@multilane/http';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RouteTable } from '../access/route-table.js';
import { MODULES } from '../modules.js';
import { JobSender } from '../services/job-sender.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../services/workspace-services.js';
import { workspaceStatus } from '../workspace-status.js';

/** The control plane, on services made at boot. */
@Global()
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class WorkspaceModule {
  static on(services: WorkspaceServices, routes: RouteTable, docs: DocumentSource): DynamicModule {
    const { metrics_port: metricsPort } = services.config.server;
    const status = workspaceStatus(services);
    return {
      module: WorkspaceModule,
      imports: [
        DiscoveryModule,
        HealthModule.on(status, metricsPort),
        DocsModule.on(docs),
        RootModule.on({
          ...status.stamp,
          links: { console: '/ui', docs: '/docs', openapi: '/openapi.json', health: '/health' },
          browser: { redirect: '/ui' },
        }),
        ...MODULES,
      ],
      providers: [
        { provide: WORKSPACE_SERVICES, useValue: services },
        { provide: DATABASE, useValue: services.database },
        { provide: RouteTable, useValue: routes },
        JobSender,
      ],
      exports: [WORKSPACE_SERVICES, DATABASE, RouteTable, JobSender],
    };
  }
}
