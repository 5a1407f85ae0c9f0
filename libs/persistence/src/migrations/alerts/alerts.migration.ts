import type { MigrationInterface, QueryRunner } from 'typeorm';

const ALERTS = `
CREATE TABLE alert_channels (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  team_id uuid,
  name text NOT NULL,
  kind text NOT NULL,
  hint text NOT NULL,
  sealed text NOT NULL,
  quiet jsonb,
  enabled boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_alert_channels PRIMARY KEY (id),
  CONSTRAINT fk_alert_channels__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_channels__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_channels__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_alert_channels__organization_id_workspace_id ON alert_channels (organization_id, workspace_id);
CREATE INDEX ix_alert_channels__organization_id_team_id ON alert_channels (organization_id, team_id);

CREATE TABLE alert_rules (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  team_id uuid,
  name text NOT NULL,
  kind text NOT NULL,
  settings jsonb NOT NULL,
  channel_ids jsonb NOT NULL,
  enabled boolean NOT NULL,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_alert_rules PRIMARY KEY (id),
  CONSTRAINT fk_alert_rules__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_rules__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_rules__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_alert_rules__organization_id_workspace_id ON alert_rules (organization_id, workspace_id);
CREATE INDEX ix_alert_rules__organization_id_team_id ON alert_rules (organization_id, team_id);

CREATE TABLE alerts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  team_id uuid,
  rule_id uuid NOT NULL,
  rule_name text NOT NULL,
  kind text NOT NULL,
  severity text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  subject_name text NOT NULL,
  threshold double precision NOT NULL,
  window_key text NOT NULL,
  value double precision NOT NULL,
  title text NOT NULL,
  lines jsonb NOT NULL,
  link text,
  state text NOT NULL DEFAULT 'firing',
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  CONSTRAINT pk_alerts PRIMARY KEY (id),
  CONSTRAINT uq_alerts__window UNIQUE (rule_id, subject_id, window_key, threshold),
  CONSTRAINT fk_alerts__rule_id FOREIGN KEY (rule_id) REFERENCES alert_rules (id) ON DELETE CASCADE,
  CONSTRAINT ck_alerts__state CHECK (state IN ('firing', 'resolved'))
);
CREATE INDEX ix_alerts__organization_id_workspace_id ON alerts (organization_id, workspace_id, id);
CREATE INDEX ix_alerts__firing ON alerts (rule_id) WHERE state = 'firing';
CREATE INDEX ix_alerts__resolved_at ON alerts (resolved_at) WHERE state = 'resolved';

CREATE TABLE alert_deliveries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  team_id uuid,
  channel_id uuid NOT NULL,
  rule_id uuid,
  event text NOT NULL,
  message jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  response_status integer,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempted_at timestamptz,
  next_attempt_at timestamptz,
  CONSTRAINT pk_alert_deliveries PRIMARY KEY (id),
  CONSTRAINT fk_alert_deliveries__channel_id FOREIGN KEY (channel_id) REFERENCES alert_channels (id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_deliveries__rule_id FOREIGN KEY (rule_id) REFERENCES alert_rules (id) ON DELETE SET NULL,
  CONSTRAINT ck_alert_deliveries__status CHECK (status IN ('pending', 'delivered', 'failed', 'skipped')),
  CONSTRAINT ck_alert_deliveries__event CHECK (event IN ('firing', 'resolved', 'test'))
);
CREATE INDEX ix_alert_deliveries__organization_id_workspace_id ON alert_deliveries (organization_id, workspace_id, id);
CREATE INDEX ix_alert_deliveries__channel_id ON alert_deliveries (channel_id, id);
CREATE INDEX ix_alert_deliveries__rule_id ON alert_deliveries (rule_id);
CREATE INDEX ix_alert_deliveries__pending ON alert_deliveries (created_at) WHERE status = 'pending';
CREATE INDEX ix_alert_deliveries__created_at ON alert_deliveries (created_at);

CREATE TABLE alert_turns (
  id smallint NOT NULL,
  taken_at timestamptz NOT NULL,
  after_rule uuid,
  CONSTRAINT pk_alert_turns PRIMARY KEY (id),
  CONSTRAINT ck_alert_turns__id CHECK (id = 1)
);
INSERT INTO alert_turns (id, taken_at) VALUES (1, 'epoch');

ALTER TABLE eval_runs ADD COLUMN regressed_targets integer;
`;

/** Alerts: the rules that are evaluated each minute, the channels that they are sent to, and what was found and sent. */
export class Alerts implements MigrationInterface {
  readonly name = 'Alerts1796008000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ALERTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
