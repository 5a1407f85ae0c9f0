import type { RequestContext } from '../request-context.js';

/** Puts aside what an attempt used that failed: another one follows, and both are paid for. */
export function loseUsage(context: Pick<RequestContext, 'usage' | 'lostUsage'>): void {
  if (context.usage) context.lostUsage = [...(context.lostUsage ?? []), context.usage];
  context.usage = undefined;
}
