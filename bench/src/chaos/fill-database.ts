import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import { openDatabase } from '@multilane/persistence';
import { ALL_MODELS } from './chaos-model.js';

export interface IssuedKeys {
  readonly organizationId: string;
  /** May spend as much as it likes, within limits and a budget that it never reaches. */
  readonly open: string;
  readonly openId: string;
  /** May spend `capUsd`. */
  readonly capped: string;
  readonly cappedId: string;
}

const FAR_AWAY = 1_000_000_000;

/** Makes the tables, an organization with a team, its two keys, and ten rate-limit policies that all hold for them. */
export async function fillDatabase(url: string, capUsd: number): Promise<IssuedKeys> {
  const database = await openDatabase({ url });
  try {
    await database.migrate();
    return await database.change({ type: 'operator', id: null, name: 'chaos' }, async (change) => {
      const organization = await change.organizations.create({ name: 'chaos', products: ['ai_gateway'] });
      const organizationId = organization.id;
      const team = await change.teams.create(organizationId, {
        name: 'research',
        allowedModels: ALL_MODELS,
        rpmLimit: FAR_AWAY,
        tpmLimit: FAR_AWAY,
        tokenBudgetMonthly: FAR_AWAY,
      });
      const issue = async (name: string, budgetUsd: number) => {
        const token = newToken(TOKEN_PREFIXES.apiKey);
        const { id } = await change.credentials.create(organizationId, {
          kind: 'api_key',
          name,
          hint: tokenHint(token),
          hash: hashToken(token),
          teamId: team.id,
          budgetUsd,
          budgetResetPeriod: 'monthly',
        });
        return { token, id };
      };
      const open = await issue('open', FAR_AWAY);
      const capped = await issue('capped', capUsd);
      for (let count = 0; count < 10; count += 1) {
        await change.rateLimitPolicies.create(organizationId, {
          name: `ceiling ${count}`,
          scope: 'organization',
          workspaceId: null,
          model: null,
          appliesPer: count % 2 === 0 ? 'shared' : 'team',
          requestsPerMinute: FAR_AWAY + count,
          tokensPerDay: FAR_AWAY * 1_000 + count,
        });
      }
      return {
        organizationId,
        open: open.token,
        openId: open.id,
        capped: capped.token,
        cappedId: capped.id,
      };
    });
  } finally {
    await database.close();
  }
}
