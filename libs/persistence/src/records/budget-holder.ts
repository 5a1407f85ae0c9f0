import type { BudgetPeriod } from '@multilane/contracts';
import type { Source } from './organization.js';

/** An API key or a team that has a budget. */
export interface BudgetHolderRecord {
  /** Id of the key or the team. */
  readonly id: string;
  readonly scope: 'api_key' | 'team';
  readonly name: string;
  /** US dollars for a key, tokens for a team; greater than 0. */
  readonly limit: number;
  readonly period: BudgetPeriod;
  /** The key's team, or the team itself. */
  readonly teamId: string | null;
  /** The workspace that a key is bound to. */
  readonly workspaceId: string | null;
  /** `config` for a team that gateway.yaml declares. */
  readonly source: Source;
}
