import type { MigrationInterface, QueryRunner } from 'typeorm';

const SUMS =
  'requests bigint NOT NULL, prompt_tokens bigint NOT NULL, completion_tokens bigint NOT NULL, cached_tokens bigint NOT NULL';

/**
 * Statements of what workspaces, teams, customers or values of a tag used in a month. A month that was closed is written down once: the
 * database itself refuses to change it.
 */
const STATEMENTS = [
  `CREATE TABLE statement_closings (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    month date NOT NULL,
    closed_at timestamptz NOT NULL,
    closed_by text NOT NULL,
    CONSTRAINT pk_statement_closings PRIMARY KEY (id),
    CONSTRAINT uq_statement_closings__month UNIQUE (organization_id, kind, name, month),
    CONSTRAINT ck_statement_closings__kind CHECK (kind IN ('workspace', 'team', 'customer', 'tag'))
  )`,
  `CREATE TABLE statement_lines (
    closing_id uuid NOT NULL,
    position integer NOT NULL,
    subject text NOT NULL,
    subject_name text NOT NULL,
    line text NOT NULL,
    month date NOT NULL,
    model text,
    ${SUMS},
    cost_usd numeric(20, 10) NOT NULL,
    percent numeric(8, 3) NOT NULL,
    amount_usd numeric(20, 10) NOT NULL,
    CONSTRAINT pk_statement_lines PRIMARY KEY (closing_id, position),
    CONSTRAINT fk_statement_lines__closing_id FOREIGN KEY (closing_id) REFERENCES statement_closings (id),
    CONSTRAINT ck_statement_lines__line CHECK (line IN ('usage', 'correction'))
  )`,
  'CREATE INDEX ix_statement_lines__month ON statement_lines (month, closing_id)',
  `CREATE TABLE statement_rules (
    organization_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    percent numeric(8, 3) NOT NULL,
    CONSTRAINT pk_statement_rules PRIMARY KEY (organization_id, kind, name, subject)
  )`,
  `CREATE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'closed statements do not change';
   END $$`,
  `CREATE TRIGGER tr_statement_lines__closed BEFORE UPDATE OR DELETE ON statement_lines
     FOR EACH ROW EXECUTE FUNCTION refuse_statement_change()`,
  `CREATE TRIGGER tr_statement_closings__closed BEFORE UPDATE OR DELETE ON statement_closings
     FOR EACH ROW EXECUTE FUNCTION refuse_statement_change()`,
];

export class Statements implements MigrationInterface {
  readonly name = 'Statements1796006000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
