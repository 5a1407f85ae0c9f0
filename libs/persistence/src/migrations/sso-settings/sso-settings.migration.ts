import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The check keeps settings from being used that no test has passed with, whatever wrote them. */
const SSO_SETTINGS = `
CREATE TABLE sso_settings (
  id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret_sealed text,
  client_secret_id uuid,
  enabled boolean NOT NULL DEFAULT false,
  settings_hash text NOT NULL,
  tested_hash text,
  test jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_sso_settings PRIMARY KEY (id),
  CONSTRAINT fk_sso_settings__id FOREIGN KEY (id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_sso_settings__tested CHECK (NOT enabled OR tested_hash IS NOT DISTINCT FROM settings_hash)
);
`;

/** Single sign-on that an organization sets up for itself. */
export class SsoSettings implements MigrationInterface {
  readonly name = 'SsoSettings1796031630000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SSO_SETTINGS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
