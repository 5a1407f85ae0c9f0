import type { MigrationInterface, QueryRunner } from 'typeorm';

const ALERT_CROSSINGS = `
CREATE TABLE alert_crossings (
  rule_id uuid NOT NULL,
  account text NOT NULL,
  window_start timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  threshold double precision NOT NULL,
  CONSTRAINT pk_alert_crossings PRIMARY KEY (rule_id, account, window_start),
  CONSTRAINT fk_alert_crossings__rule_id FOREIGN KEY (rule_id) REFERENCES alert_rules (id) ON DELETE CASCADE
);
CREATE INDEX ix_alert_crossings__ends_at ON alert_crossings (ends_at);

CREATE TABLE alert_walks (
  rule_id uuid NOT NULL,
  budget text NOT NULL,
  window_start timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  budget_limit double precision NOT NULL,
  after jsonb,
  totals jsonb NOT NULL,
  untold jsonb NOT NULL,
  told_at timestamptz,
  CONSTRAINT pk_alert_walks PRIMARY KEY (rule_id, budget, window_start),
  CONSTRAINT fk_alert_walks__rule_id FOREIGN KEY (rule_id) REFERENCES alert_rules (id) ON DELETE CASCADE
);
CREATE INDEX ix_alert_walks__ends_at ON alert_walks (ends_at);
`;

/** Accounts of budget rules that a rule of alerts has told of in groups, and how far it has looked through them. */
export class AlertCrossings implements MigrationInterface {
  readonly name = 'AlertCrossings1796045400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ALERT_CROSSINGS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
