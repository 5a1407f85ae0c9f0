import type { GatewayConfig } from '@multilane/config';
import { checkUserUrl, parseAllowedNetworks } from '@multilane/egress';
import { invalid } from '@multilane/evals';
import type { EvalSuiteValues } from '@multilane/persistence';
import { findScheduleProblem, nextTime } from '@multilane/workflows';
import { invalidField } from '../../http/invalid-field.js';
import type { EvalScheduleDto } from './dto/eval-suite.dto.js';
import type { EvalCaller } from './eval-caller.js';

/**
 * The schedule that was sent, with its first time. Its runs have the rights of whoever sets it. Fails with 400 that names the field.
 * Undefined stays so, and null takes the schedule away.
 */
export function planSchedule(
  { place }: EvalCaller,
  userId: string,
  schedule: EvalScheduleDto | null | undefined,
): EvalSuiteValues['schedule'] {
  if (schedule === undefined || schedule === null) return schedule;
  const { cron, max_cost_usd: maxCostUsd = null, timezone } = schedule;
  const problem = findScheduleProblem({ cron, timezone });
  if (problem !== undefined) throw invalidField(`schedule.${problem.field}`, `${problem.message}.`);
  const { organizationId, workspaceId } = place;
  return {
    cron,
    timezone,
    maxCostUsd,
    nextRunAt: nextTime({ cron, timezone }, new Date()) ?? null,
    runAs: { by: 'member', organizationId, userId, workspaceId },
    userId,
  };
}

/** Fails with 400 for an address that webhooks are not sent to. */
export function checkWebhook(
  { async: settings, network }: Pick<GatewayConfig, 'async' | 'network'>,
  url: string | null | undefined,
): void {
  if (url === undefined || url === null || url === settings.webhook_url) return;
  if (settings.webhook_signing_secret === undefined) {
    throw invalid('webhook_url', 'cannot be used: `async.webhook_signing_secret` is not set in gateway.yaml');
  }
  const problem = checkUserUrl(url, parseAllowedNetworks(network.allow_private));
  if (problem !== undefined) throw invalid('webhook_url', problem);
}
