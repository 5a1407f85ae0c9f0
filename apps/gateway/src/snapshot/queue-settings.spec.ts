import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import { atOnce } from '@multilane/config';
import type { SnapshotRows, TeamRecord } from '@multilane/persistence';
import { buildTeams } from './build-teams.js';
import { buildLimits } from './callers/build-limits.js';
import type { Organization, Snapshot } from './snapshot.js';

const QUEUE = { max_wait_ms: 50, max_length: 7 };
const READ = { maxWaitMs: 50, maxLength: 7 };

const team = (id: string, more: Partial<TeamRecord>) =>
  ({
    ...{ id, name: id, organizationId: 'o', allowedModels: null, tokenBudgetMonthly: 0, rpmLimit: 0, tpmLimit: 0 },
    ...{ maxParallel: 2, queue: null, priority: null, maxPriority: null },
    ...more,
  }) as TeamRecord;

// docs/contract/limits.md#queues
describe('queues and priorities of the database', () => {
  it('are those of the limits of a team', () => {
    const rows = {
      organizations: [],
      teams: [team('a', { queue: QUEUE, priority: 'low', maxPriority: 'high' }), team('b', {})],
    };
    const { teams } = atOnce(buildTeams({ teams: [] }, rows, { id: 'own', name: 'own' } as Organization));
    expect(teams.get('a')?.limits).toMatchObject({ maxParallel: 2, queue: READ, priority: 'low', maxPriority: 'high' });
    expect(teams.get('b')?.limits).toMatchObject({ queue: undefined, priority: undefined, maxPriority: undefined });
  });

  it('are those of the slots that a policy limits', () => {
    const policy = (id: string, organizationId: string, queue: typeof QUEUE | null) => ({
      ...{
        id,
        organizationId,
        scope: 'organization',
        workspaceId: null,
        appliesPer: 'shared',
        enabled: true,
        model: null,
      },
      ...{ teamId: null, userId: null, serviceAccountId: null, apiKeyId: null, maxParallel: 2, queue },
      ...{ requestsPerMinute: 0, requestsPerHour: 0, requestsPerDay: 0 },
      ...{ tokensPerMinute: 0, tokensPerHour: 0, tokensPerDay: 0 },
    });
    const rateLimitPolicies = [policy('p', 'o1', QUEUE), policy('q', 'o1', null), policy('r', 'o2', QUEUE)];
    const rows = { rateLimitPolicies } as unknown as Pick<SnapshotRows, 'rateLimitPolicies'>;
    const limits = atOnce(buildLimits({ rate_limits: { backend: 'memory' } as never }, rows));
    const snapshot = { ownOrganization: {}, ownTeams: new Map(), teams: new Map() } as unknown as Snapshot;
    const { slots } = limits.find(snapshot, { organizationId: 'o1' } as Caller, undefined);
    expect(slots.map(({ queue }) => queue)).toEqual([READ, undefined]);
  });
});
