import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type DatabaseWithSecrets, openDatabase } from '@multilane/persistence';
import { type AuditRecord, BackgroundTasks, createLogger, Metrics } from '@multilane/telemetry';
import { auditLine, databasesInTurn } from '@multilane/testing';
import { createAudit } from './create-audit.js';

const record = (values: object): AuditRecord => JSON.parse(auditLine(values)) as AuditRecord;

describe.each(databasesInTurn(import.meta.filename))('the audit log on the $name database', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-audit-'));
  const { logger } = createLogger({ level: 'silent', service: 'gateway' });
  let database: DatabaseWithSecrets;
  let organization_id: string;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const made = await database.change(actor, ({ organizations }) => organizations.create({ name: 'default' }));
    organization_id = made.id;
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  it('keeps what callers made up, loses nothing but what cannot be stored, and has a copy in the file', async () => {
    const metrics = new Metrics();
    const path = join(folder, 'audit.ndjson');
    const tasks = new BackgroundTasks({ logger, metrics });
    const config = { audit: { path, spool_dir: join(folder, 'spool') } };
    const audit = createAudit(parseConfig(JSON.stringify(config), { env: {} }).config, database, {
      logger,
      metrics,
      tasks,
    });
    audit.write(record({ organization_id, request_id: 'one' }));
    audit.write(record({ organization_id, request_id: 'two', model: 'a\0b \ud83d' }));
    audit.write(record({ organization_id: 'no id', request_id: 'three' }));
    // An index takes a third of a page at most.
    const long = randomBytes(6_000).toString('base64');
    audit.write(record({ organization_id, request_id: 'long', logical_name: long }));
    audit.write(record({ organization_id, request_id: 'four' }));
    expect(await metrics.renderMetrics()).toContain('service_audit_waiting_records 5');
    await audit.close();
    const { data } = await database.auditRecords.listPage(organization_id, { limit: 10 });
    expect(new Map(data.map(({ requestId, model }) => [requestId, model]))).toEqual(
      new Map([
        ['one', 'default'],
        ['two', 'a\uFFFDb \uFFFD'],
        ['four', 'default'],
      ]),
    );
    const text = await metrics.renderMetrics();
    expect(text).toContain('service_audit_problems_total{problem="dropped"} 2');
    expect(text).toContain('service_audit_waiting_records 0');
    expect(text).toContain('service_audit_spool_bytes 0');
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(5);
  }, 30_000);
});
