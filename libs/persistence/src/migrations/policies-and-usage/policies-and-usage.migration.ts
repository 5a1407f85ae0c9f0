import type { MigrationInterface, QueryRunner } from 'typeorm';
import { POLICY_TABLES } from './policy-tables.js';
import { USAGE_TABLES } from './usage-tables.js';

export class PoliciesAndUsage implements MigrationInterface {
  readonly name = 'PoliciesAndUsage1795290000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [POLICY_TABLES, USAGE_TABLES]) await runner.query(tables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
