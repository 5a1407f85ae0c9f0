import type { OpenApiDocument } from '@multilane/http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { listRoutes, type RouteEntry } from '../access/list-routes.js';
import { RouteTable } from '../access/route-table.js';
import { buildDocument } from '../openapi/build-document.js';
import type { WorkspaceServices } from '../services/workspace-services.js';
import { WorkspaceModule } from './workspace.module.js';

/** Answers every question with itself: a document is made of what controllers declare, and asks no service. */
const ANYTHING: object = new Proxy(() => ANYTHING, { get: (_, name) => (name === 'then' ? undefined : ANYTHING) });

export interface Description {
  /** Source of the console's types. */
  readonly document: OpenApiDocument;
  readonly routes: readonly RouteEntry[];
}

/** Describes the control plane without a database. */
export async function describeWithoutServices(): Promise<Description> {
  const services = ANYTHING as WorkspaceServices;
  const docs = { title: '', document: (): never => ANYTHING as never };
  const app = await NestFactory.create(WorkspaceModule.on(services, new RouteTable(), docs), new FastifyAdapter(), {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  const routes = listRoutes(app);
  return { document: buildDocument(app, routes, '0'), routes };
}
