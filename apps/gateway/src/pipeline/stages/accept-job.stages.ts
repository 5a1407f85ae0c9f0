import { GatewayError } from '@multilane/errors';
import { writeAttribution } from '../../recording/attribution.js';
import { writePromptHeader } from '../prompts/use-prompt.js';
import type { RequestContext } from '../request-context.js';

/** Requests can only be run later if there is something to store them in. */
export function requireJobs({ services }: RequestContext): void {
  const { problem } = services.background.requests;
  if (problem !== undefined) throw new GatewayError('async_unavailable', { message: problem });
}

/** Stores the request, and answers with the job that it becomes. */
export async function acceptJob({ asked, ended, planned, services, sink }: RequestContext): Promise<void> {
  const { body, caller, incoming, isLarge, snapshot, endpoint, validated } = asked;
  if (planned.limits) planned.limits.wasAdmitted = true;
  const answer = await services.background.requests.accept({
    caller,
    organizationId: caller.organizationId ?? snapshot.ownOrganization.id ?? null,
    headers: { ...writeAttribution(asked), ...writePromptHeader(asked) },
    clientAddress: incoming.clientAddress,
    isLarge,
    path: endpoint.runsLaterAt?.route.path ?? endpoint.route.path,
    request: validated,
    webhookUrl: (body as { webhook_url?: string | null }).webhook_url ?? undefined,
  });
  if (ended.answered) return;
  ended.answered = true;
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  sink.sendWhole({}, JSON.stringify(answer), undefined, 202);
}
