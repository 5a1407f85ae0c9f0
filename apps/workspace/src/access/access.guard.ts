import { can, chooseKnowledgeWorkspace, type KnowledgePermission, permissionsAnywhere } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { ACCESS_METADATA } from '@multilane/http';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Access } from './access.js';
import { chooseWorkspace, type WorkspaceFinder } from './choose-workspace.js';
import { Requester, refusePermission } from './requester.js';
import type { KnownCaller, Subject } from './subject.js';

/** The one guard: it lets in whom the route's declaration lets in, and nobody where a route declares nothing. */
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(private readonly finder: WorkspaceFinder) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS_METADATA, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === undefined) throw new GatewayError('permission_denied');
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { subject } = request;
    if (subject === null) throw new GatewayError('invalid_api_key');
    const workspaceId = await this.admit(subject, access, request);
    request.requester = new Requester(subject, request, workspaceId);
    return true;
  }

  /** Lets the subject in, or throws. Returns the workspace that the request means, where the route needs one. */
  private async admit(
    subject: Subject,
    access: Exclude<Access, { kind: 'public' }>,
    request: FastifyRequest,
  ): Promise<string | undefined> {
    if (access.kind === 'scim' || subject.credentialType === 'scim') {
      if (access.kind === 'scim' && subject.credentialType === 'scim') return undefined;
      throw new GatewayError('permission_denied', {
        message: 'SCIM tokens only work under /scim, and /scim only accepts SCIM tokens.',
      });
    }
    if (access.kind === 'person') {
      admitPerson(subject, access.pat);
      return undefined;
    }
    const { permission, person, place, session } = access;
    if (session || person) admitPerson(subject, !session);
    const { organizationId, teamId } = subject;
    const { workspace_id: asked } = request.query as Readonly<Record<string, unknown>>;
    if (place === 'knowledge') {
      return chooseKnowledgeWorkspace(subject, permission as KnowledgePermission, asked, this.finder);
    }
    if (place !== 'workspace') {
      const isHeld =
        place === 'anywhere'
          ? permissionsAnywhere(subject).has(permission)
          : can(subject, permission, { organizationId });
      if (!isHeld) throw refusePermission(permission);
      return undefined;
    }
    const workspaceId = await chooseWorkspace(subject, permission, asked, this.finder);
    if (!can(subject, permission, { organizationId, workspaceId, teamId })) throw refusePermission(permission);
    return workspaceId;
  }
}

function admitPerson({ credentialType }: KnownCaller, mayBePat: boolean): void {
  if (credentialType === 'session' || (mayBePat && credentialType === 'pat')) return;
  throw new GatewayError('permission_denied', {
    message: mayBePat ? 'This needs a person: a console session or a PAT.' : 'This needs a console session.',
  });
}
