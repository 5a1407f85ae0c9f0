import type { RequestListener } from 'node:http';
import type { GatewayConfig } from '@multilane/config';
import { createAdapter, NestLogger, type OpenApiDocument, ServedRoutes } from '@multilane/http';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AccessGuard } from '../access/access.guard.js';
import { authenticateRequests } from '../access/authenticate.hook.js';
import { listRoutes } from '../access/list-routes.js';
import { RouteTable } from '../access/route-table.js';
import { compressAnswers } from '../http/compress-answers.js';
import { DtoPipe } from '../http/dto.pipe.js';
import { ErrorFilter, type ErrorForm } from '../http/error.filter.js';
import { type BodyRoutes, readBodies } from '../http/read-bodies.js';
import { refuseBlockedAddresses } from '../http/refuse-blocked-addresses.js';
import { sendSecurityHeaders } from '../http/security-headers.js';
import { AuthThrottles } from '../modules/auth/auth-throttles.js';
import { EVAL_UPLOAD_ROUTE } from '../modules/evals/eval-upload-route.js';
import { HOOK_ROUTE } from '../modules/hooks/hook-route.js';
import { UPLOAD_ROUTE } from '../modules/knowledge/upload-route.js';
import { toScimError } from '../modules/scim/protocol/scim-error.js';
import { SCIM_TYPE } from '../modules/scim/scim-type.js';
import { describeApi } from '../openapi/describe-api.js';
import type { WorkspaceServices } from '../services/workspace-services.js';
import { WorkspaceModule } from './workspace.module.js';
import '../http/fastify-request.js';

/** SCIM clients read errors of their own kind. */
const SCIM_ERRORS: ErrorForm = { below: '/scim/', contentType: SCIM_TYPE, write: toScimError };

const BODY_ROUTES: BodyRoutes = { datasets: EVAL_UPLOAD_ROUTE, forms: UPLOAD_ROUTE, signed: HOOK_ROUTE };

export interface HttpApp {
  readonly app: NestFastifyApplication;
  readonly routes: RouteTable;
  /** Serves a request that came in on another server. */
  readonly handle: RequestListener;
}

/** The HTTP side of the control plane: Nest on Fastify with our hooks, one guard, one pipe and one error filter. */
export async function createHttpApp(
  services: WorkspaceServices,
  coHostedApi?: () => OpenApiDocument,
): Promise<HttpApp> {
  const config = services.config.server;
  let handle: RequestListener = () => undefined;
  const { adapter, instance } = createAdapter({
    bodyLimitBytes: bodyLimitOf(config),
    trustProxy: config.trust_proxy,
    serve: (framework) => {
      handle = framework;
      return framework;
    },
    answerHeadersFor: ({ id }) => ({ 'x-request-id': id }),
  });
  const served = new ServedRoutes();
  const routes = new RouteTable();
  served.watch(instance);
  instance.decorateRequest('requester', null);
  sendSecurityHeaders(instance);
  compressAnswers(instance);
  authenticateRequests(instance, routes, services.subjects, originOf(config.public_base_url));
  refuseBlockedAddresses(instance, routes, (address) => app.get(AuthThrottles).check(address));
  readBodies(instance, routes, { limitBytes: bodyLimitOf(config), special: BODY_ROUTES });

  const docs = {
    title: 'Multilane API',
    document: (): OpenApiDocument => describeApi(app, routes.list(), coHostedApi?.()),
  };
  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(
    WorkspaceModule.on(services, routes, docs),
    adapter,
    {
      bodyParser: false,
      abortOnError: false,
      logger: new NestLogger(services.logger),
    },
  );
  app.useGlobalGuards(new AccessGuard(services.workspaceFinder));
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(new ErrorFilter(services.logger, services.tasks, served, [SCIM_ERRORS]));
  await app.init();
  routes.fill(listRoutes(app));
  await instance.ready();
  routes.demandAll(served.list());
  return { app, routes, handle };
}

function bodyLimitOf({
  request_body_limit_mb: megabytes,
}: Pick<GatewayConfig['server'], 'request_body_limit_mb'>): number {
  return megabytes * 1024 * 1024;
}

function originOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : new URL(address).origin;
}
