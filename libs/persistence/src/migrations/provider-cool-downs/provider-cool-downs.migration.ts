import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Models and credentials of providers that a gateway passes over. Reports of a process are deleted with it, those of a provider too. */
const COOL_DOWNS = `
CREATE TABLE provider_cool_downs (
  provider_id uuid NOT NULL,
  replica_id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  status integer,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  CONSTRAINT pk_provider_cool_downs PRIMARY KEY (provider_id, replica_id, kind, subject),
  CONSTRAINT fk_provider_cool_downs__provider_id FOREIGN KEY (provider_id)
    REFERENCES workspace_providers (id) ON DELETE CASCADE,
  CONSTRAINT fk_provider_cool_downs__replica_id FOREIGN KEY (replica_id)
    REFERENCES replicas (id) ON DELETE CASCADE,
  CONSTRAINT ck_provider_cool_downs__kind CHECK (kind IN ('model', 'credential'))
);
CREATE INDEX ix_provider_cool_downs__replica_id ON provider_cool_downs (replica_id);
`;

/** Cool-downs of providers, for the page of providers. */
export class ProviderCoolDowns implements MigrationInterface {
  readonly name = 'ProviderCoolDowns1796025700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COOL_DOWNS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
