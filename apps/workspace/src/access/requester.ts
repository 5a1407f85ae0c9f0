import { can, type JobMaker, type Permission, type Scope } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Actor, RowCondition } from '@multilane/persistence';
import type { FastifyRequest } from 'fastify';
import { describeActor, type KnownCaller, type Subject } from './subject.js';

const NO_HEADERS: JobMaker['headers'] = {};

/** Anyone who is behind a request, as a module needs it: whose data it may see, and whose name a change bears. */
export class Requester {
  readonly organizationId: string;
  /** Versions of the resource that the request changes (If-Match), where the route honours them; undefined: whichever there is. */
  condition: RowCondition | undefined;
  /** Headers that say what the request is for: its tags and its customer. */
  readonly causeHeaders: JobMaker['headers'];
  private readonly author: Actor;

  /** @param meantWorkspace the workspace of a route that needs one */
  constructor(
    private readonly subject: Subject,
    request: Pick<FastifyRequest, 'id' | 'ip'> & Partial<Pick<FastifyRequest, 'headers'>>,
    private readonly meantWorkspace: string | undefined,
  ) {
    this.organizationId = subject.organizationId;
    this.author = { ...describeActor(subject), requestId: request.id, address: request.ip };
    const { 'x-service-customer': customer, 'x-service-tags': tags } = request.headers ?? NO_HEADERS;
    this.causeHeaders = { 'x-service-customer': customer, 'x-service-tags': tags };
  }

  /** For `database.change`. */
  get actor(): Actor {
    return this.condition === undefined ? this.author : { ...this.author, condition: this.condition };
  }

  /** The caller; a SCIM client is none. */
  get caller(): KnownCaller {
    if (this.subject.credentialType === 'scim') throw new GatewayError('permission_denied');
    return this.subject;
  }

  /** The workspace that the request means, on routes that declare `in: 'workspace'`. */
  get workspaceId(): string {
    if (this.meantWorkspace === undefined) throw new Error('the route does not declare that it needs a workspace');
    return this.meantWorkspace;
  }

  /** The person who asks, or for whom a virtual account of the organization does. Fails with 403 if a key or a service asks. */
  get userId(): string {
    const { credentialType, organizationAccountId, userId } = this.caller;
    const isPerson = credentialType === 'session' || credentialType === 'pat' || organizationAccountId !== undefined;
    if (userId !== undefined && isPerson) return userId;
    throw new GatewayError('permission_denied', { message: 'This requires a signed-in person.' });
  }

  /** The team that a key or JWT is confined to; undefined for people, who see the teams of the organization. */
  get ownTeamId(): string | undefined {
    const { credentialType, teamId } = this.caller;
    return credentialType === 'api_key' || credentialType === 'oidc' ? teamId : undefined;
  }

  /** True if the requester has a permission in a place of its organization; without a place, over the organization. */
  can(permission: Permission, place: Omit<Scope, 'organizationId'> = {}): boolean {
    return can(this.caller, permission, { ...place, organizationId: this.organizationId });
  }

  /**
   * Rejects with 403 what would give others more than a virtual account of the organization has itself. People may give the
   * roles below theirs.
   */
  demandWithinGrants(permissions: ReadonlySet<Permission>): void {
    const { grantedPermissions } = this.caller;
    if (grantedPermissions === undefined) return;
    const missing = [...permissions].find((permission) => !grantedPermissions.has(permission));
    if (missing === undefined) return;
    throw new GatewayError('permission_denied', {
      message: `The role includes ${missing}, which this account was not granted.`,
    });
  }

  /** Rejects with 403 unless `can` says yes. */
  demand(permission: Permission, place?: Omit<Scope, 'organizationId'>): void {
    if (!this.can(permission, place)) throw refusePermission(permission);
  }
}

export function refusePermission(permission: Permission): GatewayError {
  return new GatewayError('permission_denied', { message: `This requires the permission ${permission}.` });
}
