import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import { openDatabase } from '@multilane/persistence';
import { CHAOS_MODEL } from './chaos-model.js';
import type { ChaosWorld } from './chaos-world.js';
import { startCallers } from './drive-callers.js';
import { type Finding, listCounts, type OwnCallers } from './finding.js';

const KEYS = 20;
const BUDGET_USD = 500;
/** Longer than after what an idle gateway returns most of a slice. */
const IDLE_MS = 6_000;

/** Callers who have a budget each and use it every six seconds: between two requests it is idle. */
export async function startIdleBudgets(world: ChaosWorld): Promise<OwnCallers> {
  const [gatewayUrl] = world.gatewayUrls;
  if (gatewayUrl === undefined) throw new Error('there is no gateway');
  const keys = await issueKeys(world);
  const callers = startCallers({ gatewayUrls: [gatewayUrl], keys, model: CHAOS_MODEL, pauseMs: IDLE_MS });
  // The fault begins when all have been idle for so long.
  await sleep(IDLE_MS - 1_000);
  return {
    stop: async (): Promise<Finding> => {
      await callers.stop();
      const outcomes: Record<string, number> = {};
      for (const { outcome } of callers.seen) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const refused = callers.seen.filter(({ outcome }) => outcome.startsWith('503')).length;
      return {
        text: `of ${callers.seen.length} requests with budgets that were idle: ${listCounts(outcomes)}`,
        breaches: refused > 0 ? [`${refused} requests with budgets that were idle were refused`] : [],
      };
    },
  };
}

async function issueKeys({ databaseUrl, keys: { organizationId } }: ChaosWorld): Promise<string[]> {
  const database = await openDatabase({ url: databaseUrl });
  try {
    const team = await database.teams.findByName(organizationId, 'research');
    if (team === undefined) throw new Error('the team is missing');
    const tokens = Array.from({ length: KEYS }, () => newToken(TOKEN_PREFIXES.apiKey));
    await database.change({ type: 'operator', id: null, name: 'chaos' }, async ({ credentials }) => {
      for (const [index, token] of tokens.entries()) {
        await credentials.create(organizationId, {
          kind: 'api_key',
          name: `idle ${index}`,
          hint: tokenHint(token),
          hash: hashToken(token),
          teamId: team.id,
          budgetUsd: BUDGET_USD,
          budgetResetPeriod: 'monthly',
        });
      }
    });
    return tokens;
  } finally {
    await database.close();
  }
}
