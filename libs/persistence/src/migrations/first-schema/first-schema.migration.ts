import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHANGE_TABLES } from './change-tables.js';
import { CREDENTIAL_TABLES } from './credential-tables.js';
import { MODEL_TABLES } from './model-tables.js';
import { PEOPLE_TABLES } from './people-tables.js';

export class FirstSchema implements MigrationInterface {
  /** The number at the end orders migrations: milliseconds of 2026-11-21. */
  readonly name = 'FirstSchema1795219200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [PEOPLE_TABLES, CREDENTIAL_TABLES, MODEL_TABLES, CHANGE_TABLES]) await runner.query(tables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
