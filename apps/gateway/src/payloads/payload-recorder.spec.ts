import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import type { AuditPayload, DatabaseWithSecrets } from '@multilane/persistence';
import { ENTITY_NAMES, mergePiiPolicies, PiiSession } from '@multilane/policy';
import type { AuditRecord } from '@multilane/telemetry';
import { expectWithin, measureHold } from '@multilane/testing/measure-hold';
import { redactStored } from '../guarding/rewrite-with.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { createPayloadRecorder, PayloadRecorder } from './payload-recorder.js';

const RECORD = {
  id: '01930000-0000-7000-8000-000000000001',
  organization_id: '01930000-0000-7000-8000-000000000002',
  time: '2026-11-22T10:00:00.000Z',
} as AuditRecord;
const SNAPSHOT = { ownOrganization: { id: 'own' }, ownTeams: new Map() } as unknown as Snapshot;
const caller = (fields: Partial<Caller>): Caller => fields as Caller;

function makeRecorder({
  isOn = true,
  teams,
  fails = false,
  kilobytes = 1,
}: {
  isOn?: boolean;
  teams?: string[];
  fails?: boolean;
  kilobytes?: number;
} = {}) {
  const stored: AuditPayload[] = [];
  const problems: string[] = [];
  const recorder = new PayloadRecorder({
    audit: { capture_payloads: isOn, payload_max_kb: kilobytes, payload_teams: teams },
    store: (payloads) => {
      if (fails) return Promise.reject(new Error('away'));
      stored.push(...payloads);
      return Promise.resolve();
    },
    metrics: { recordAuditProblem: (problem) => problems.push(problem) },
    tasks: QUIET,
  });
  return { recorder, stored, problems };
}

const QUIET = { failed: () => undefined, succeeded: () => undefined };

/** Limit of one turn in processor time. */
const MOST_TURN_MS = 50;

describe('the payload of a request', () => {
  it('is copied and stored once the request has ended', async () => {
    const { recorder, stored } = makeRecorder();
    const capture = recorder.begin(caller({}), SNAPSHOT);
    if (!capture) throw new Error('nothing is captured');
    capture.request = { messages: [] };
    capture.answer = { choices: [] };
    recorder.record(capture, RECORD);
    expect(stored).toEqual([]);
    await recorder.close();
    expect(stored).toMatchObject([{ id: RECORD.id, organizationId: RECORD.organization_id }]);
    expect(JSON.parse(stored[0]?.text ?? '')).toEqual({
      request: { messages: [] },
      answer: { choices: [] },
      is_truncated: false,
    });
  });

  it('is nothing if the request was not let pass', async () => {
    const { recorder, stored } = makeRecorder();
    const capture = recorder.begin(caller({}), SNAPSHOT);
    if (capture) recorder.record(capture, RECORD);
    await recorder.close();
    expect(stored).toEqual([]);
  });

  it.each<[string, string[] | undefined, Partial<Caller>, boolean]>([
    ['every team of the own organization, where none is named', undefined, { teamName: 'a' }, true],
    ['who has no team, where none is named', undefined, {}, true],
    ['a team that is named', ['a'], { teamName: 'a' }, true],
    ['no other team', ['a'], { teamName: 'b' }, false],
    ['nobody without a team, where some are named', ['a'], {}, false],
    ['nobody of another organization', undefined, { organizationId: 'other' }, false],
    [
      'no team of another organization that is called the same',
      ['a'],
      { organizationId: 'other', teamName: 'a' },
      false,
    ],
  ])('is of %s', (_whom, teams, fields, isCaptured) => {
    const { recorder } = makeRecorder(teams ? { teams } : {});
    expect(recorder.begin(caller(fields), SNAPSHOT) !== undefined).toBe(isCaptured);
  });

  it.each<[string, Partial<Caller>, number, boolean]>([
    ['its workspace, until the time is over', { organizationId: 'other', workspaceId: 'w' }, 60_000, true],
    ['its workspace, and not after that', { organizationId: 'other', workspaceId: 'w' }, -1, false],
    ['no other workspace', { organizationId: 'other', workspaceId: 'v' }, 60_000, false],
    ['nobody without a workspace', { organizationId: 'other' }, 60_000, false],
    ['no workspace of another organization', { organizationId: 'own', workspaceId: 'w' }, 60_000, false],
  ])('that people capture for a time is of %s', (_whom, fields, fromNow, isCaptured) => {
    const { recorder } = makeRecorder({ isOn: false });
    const workspaces = new Map([
      ['w', { id: 'w', organizationId: 'other' }],
      ['v', { id: 'v', organizationId: 'other' }],
    ]);
    const capturingWorkspaces = new Map([['w', Date.now() + fromNow]]);
    const snapshot = { ...SNAPSHOT, workspaces, capturingWorkspaces } as unknown as Snapshot;
    expect(recorder.isWanted(snapshot)).toBe(true);
    expect(recorder.begin(caller(fields), snapshot) !== undefined).toBe(isCaptured);
  });

  it('is nothing where neither gateway.yaml nor anybody wants it', () => {
    const { recorder } = makeRecorder({ isOn: false });
    expect(recorder.isWanted(SNAPSHOT)).toBe(false);
    expect(recorder.begin(caller({}), SNAPSHOT)).toBeUndefined();
  });

  it('is copied in turns: a long one with personal data holds nobody up', async () => {
    const rules = mergePiiPolicies([
      { entities: [...ENTITY_NAMES], input: 'redact', output: 'off', placeholder: '[EMAIL_1]', restore: false },
    ]);
    if (!rules) throw new Error('there are rules');
    const store = async (): Promise<void> => {
      const { recorder, stored } = makeRecorder({ kilobytes: 1_024 });
      const capture = recorder.begin(caller({}), SNAPSHOT);
      if (!capture) throw new Error('nothing is captured');
      capture.redact = redactStored(new PiiSession(rules));
      capture.request = { text: 'Write to jane@example.com at 192.0.2.7 or call +1 212 555 0142. '.repeat(20_000) };
      recorder.record(capture, RECORD);
      for (let turns = 0; stored.length === 0 && turns < 100_000; turns += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await recorder.close();
      expect(stored[0]?.text).toContain('[EMAIL_1]');
      expect(stored[0]?.text).not.toContain('jane');
    };
    // Collections of other tests' memory are in a turn now and then: a pause that comes again is the recorder's own.
    await expectWithin(MOST_TURN_MS, () => measureHold(store), { tries: 4 });
  }, 30_000);

  it('is bounded in number while the database is unavailable, and what is dropped is counted', async () => {
    const { recorder, problems } = makeRecorder({ fails: true });
    for (let index = 0; index < 100; index++) {
      const capture = recorder.begin(caller({}), SNAPSHOT);
      if (!capture) throw new Error('nothing is captured');
      capture.request = {};
      recorder.record(capture, RECORD);
    }
    expect(problems.filter((problem) => problem === 'payload_dropped')).toHaveLength(36);
    await recorder.close();
    expect(problems).toContain('payload_failed');
  });
});

describe('audit.capture_payloads', () => {
  const databaseWith = (isReady: boolean): DatabaseWithSecrets =>
    ({ auditPayloads: { isReady } }) as DatabaseWithSecrets;

  it.each<[string, boolean, DatabaseWithSecrets | undefined, boolean, string | undefined]>([
    ['off, as people may switch it on for a time', false, databaseWith(true), true, undefined],
    ['off without a database', false, undefined, false, undefined],
    ['off without an encryption key', false, databaseWith(false), false, undefined],
    ['on', true, databaseWith(true), true, undefined],
    ['on without a database', true, undefined, false, 'database.url'],
    ['on without an encryption key', true, databaseWith(false), false, 'encryption.key'],
  ])('%s', (_case, isOn, database, isRecorded, missing) => {
    const warnings: string[] = [];
    const note = (_fields: object, message?: string): void => {
      warnings.push(String(message));
    };
    const audit = { capture_payloads: isOn, payload_max_kb: 32, payload_retention_days: 7 };
    const recorder = createPayloadRecorder({ audit } as Parameters<typeof createPayloadRecorder>[0], database, {
      logger: { warn: note },
      metrics: { recordAuditProblem: () => undefined },
      tasks: QUIET,
    });
    expect(recorder !== undefined).toBe(isRecorded);
    expect(warnings).toEqual(missing === undefined ? [] : [expect.stringContaining(missing)]);
  });
});
