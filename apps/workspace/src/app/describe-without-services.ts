import type { OpenApiDocument } from '@multilane/http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { listRoutes } from '../access/list-routes.js';
import { RouteTable } from '../access/route-table.js';
import { buildDocument } from '../openapi/build-document.js';
import type { WorkspaceServices } from '../services/workspace-services.js';
import { WorkspaceModule } from './workspace.module.js';

/** Answers every question with itself: a document is made of what controllers declare, and asks no service. */
const ANYTHING: object = new Proxy(() => ANYTHING, { get: (_, name) => (name === 'then' ? undefined : ANYTHING) });

/** The OpenAPI document of the control plane, without a database: what the types of the console are made of. */
export async function describeWithoutServices(): Promise<OpenApiDocument> {
  const services = ANYTHING as WorkspaceServices;
  const docs = { title: '', document: (): never => ANYTHING as never };
  const app = await NestFactory.create(WorkspaceModule.on(services, new RouteTable(), docs), new FastifyAdapter(), {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  return buildDocument(app, listRoutes(app), '0');
}
