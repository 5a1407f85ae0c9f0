import type { Caller } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestOriginOf } from '../../access/request-origin-of.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

/** Finds the session of a browser on routes that are open to everybody. */
@Injectable()
export class SessionFinder {
  constructor(@Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices) {}

  /** The person whose session this browser has; undefined if it has none that is good. */
  async find(request: FastifyRequest): Promise<Caller | undefined> {
    if (request.headers.cookie === undefined) return undefined;
    const headers = { cookie: request.headers.cookie };
    try {
      const site = requestOriginOf(request, undefined);
      const caller = await this.services.subjects.authenticate(headers, Date.now(), site);
      return caller.credentialType === 'session' ? caller : undefined;
    } catch (error) {
      if (error instanceof GatewayError && error.status === 401) return undefined;
      throw error;
    }
  }
}
