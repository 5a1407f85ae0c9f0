import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  DAYS_BY_SCOPE,
  DIMENSION_SCOPES,
  DIMENSION_SCOPES_INDEXES,
  SUM_SCOPES,
} from './usage-dimension-scopes-tables.js';

/** Sums of `usage_dimensions` by month, workspace and team, which reports of some workspaces or of a team read. */
export class UsageDimensionScopes implements MigrationInterface {
  readonly name = 'UsageDimensionScopes1796035500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE usage_dimensions IN SHARE ROW EXCLUSIVE MODE');
    for (const statement of [...DIMENSION_SCOPES, SUM_SCOPES, ...DIMENSION_SCOPES_INDEXES, ...DAYS_BY_SCOPE])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
