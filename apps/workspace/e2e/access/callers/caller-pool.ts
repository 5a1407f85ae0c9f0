import type { HttpAnswer } from '@multilane/testing';
import type { Send } from '../../start-test-workspace.js';
import type { CallerName, Tenant } from '../access-matrix.js';
import { makeCaller } from './make-callers.js';

/**
 * The callers of a tenant, each made once and used for many calls, because making one costs more than a call. A call that may
 * have changed something, such as its caller's own session, is a caller's last one: the next call gets a new one.
 */
export class CallerPool {
  private readonly made = new Map<CallerName, Send>();

  constructor(private readonly tenant: Tenant) {}

  /** Calls a route as a caller of that kind. */
  async call(name: CallerName, route: string, body?: object, headers?: Record<string, string>): Promise<HttpAnswer> {
    const send = this.made.get(name) ?? (await makeCaller(this.tenant, name));
    this.made.set(name, send);
    const answer = await send(route, body, headers);
    const isUnchanged = answer.status >= 400 || route.startsWith('GET ');
    if (!isUnchanged) this.made.delete(name);
    return answer;
  }
}
