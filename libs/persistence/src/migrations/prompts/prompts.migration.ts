import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `
ALTER TABLE policies
  DROP CONSTRAINT ck_policies__kind,
  ADD CONSTRAINT ck_policies__kind
    CHECK (kind IN ('routing_config', 'guardrail', 'pii', 'cache', 'budget', 'tag', 'prompt'));
`;

/** Prompts are stored beside the policies. */
export class Prompts implements MigrationInterface {
  readonly name = 'Prompts1796044800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KINDS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
