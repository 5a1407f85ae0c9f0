import { afterEach, describe, expect, it } from '@jest/globals';
import type { MediaUsage, Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type Ceiling, MemoryLimitStore, readDeclaredPrice } from '@multilane/policy';
import type { SocketEvent } from '@multilane/providers';
import type { AuditRecord } from '@multilane/telemetry';
import fc from 'fast-check';
import { BudgetLeaseRenewer } from '../../budgets/budget-lease-renewer.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import type { RequestContext } from '../request-context.js';
import { SessionRules } from './session-rules.js';

/** A token costs a thousandth of a dollar. */
const PRICE = readDeclaredPrice({ input_per_million: 1_000, output_per_million: 1_000 }, 'config');

function modelOf(name: string, more: Partial<ServedModel> = {}): ServedModel {
  const provider = { kind: 'openai', baseUrl: 'https://provider.example', upstreamModel: `upstream-${name}` };
  return {
    logicalName: name,
    type: 'realtime',
    target: { provider },
    price: { current: PRICE },
    ...more,
  } as ServedModel;
}

const VOICE = modelOf('voice');

interface Options {
  readonly budgetUsd?: number;
  readonly ceilings?: readonly Ceiling[];
  readonly query?: Record<string, string>;
  readonly model?: ServedModel;
  readonly others?: readonly ServedModel[];
}

const keepers: BudgetLeaseRenewer[] = [];

afterEach(async () => {
  await Promise.all(keepers.splice(0).map((keeper) => keeper.close()));
});

/** The rules of a session, with what is recorded of it, and the account of its key. */
function makeSession({ budgetUsd, ceilings = [], query = {}, model = VOICE, others = [] }: Options = {}) {
  const budgets = new BudgetLeaseRenewer({
    database: undefined,
    report: { failed: () => undefined, succeeded: () => undefined },
  });
  keepers.push(budgets);
  const records: AuditRecord[] = [];
  const limits = { backend: 'memory', find: () => ({ requests: [], tokens: ceilings, all: ceilings }) };
  const snapshot = {
    hasTokenBudgets: false,
    refusesUnpriced: false,
    ownTeams: new Map(),
    limits,
    models: new Map([model, ...others].map((each) => [each.logicalName, each])),
  };
  const caller = {
    credentialId: 'key',
    teamName: 'team',
    limits: budgetUsd && { budgetUsd, budgetPeriod: 'never' },
  };
  const adapter = { kind: 'openai' };
  const socket = { cancel: (id: string | undefined) => `cancel ${id}` };
  const serving = { model, target: model.target, adapter, socket };
  const snapshots = { current: snapshot as unknown };
  const services = {
    budgets,
    snapshots,
    limitStores: { memory: new MemoryLimitStore() },
    metrics: { recordPolicyDecision() {}, recordRequest() {}, recordMedia() {} },
    audit: { write: (record: AuditRecord) => records.push(record) },
  };
  const asked = {
    caller,
    snapshot,
    requestId: 's',
    incoming: { admission: null, endpoint: 'realtime', requestId: 's', method: 'GET', clientAddress: null },
    headers: {},
    validated: { model: model.logicalName, query },
    virtualModel: undefined,
  };
  const context = { asked, planned: { serving }, services } as unknown as RequestContext;
  const rules = new SessionRules(context, serving as never);
  const account = () =>
    budgets.credentials.find(
      { owner: 'key', period: 'never', limit: budgetUsd ?? 1 },
      () => 'key',
      performance.now(),
      Date.now(),
    );
  return { account, records, rules, snapshot, snapshots };
}

const ASKED = { eventId: undefined, isCertain: true };

const usageOf = (tokens: number): Usage => ({
  prompt_tokens: tokens,
  completion_tokens: 0,
  total_tokens: tokens,
});

const began = (id: string): SocketEvent => ({ kind: 'response began', id });
const ended = (id: string, tokens: number | undefined, isFailed = false): SocketEvent => {
  const usage = tokens === undefined ? undefined : usageOf(tokens);
  return { kind: 'response ended', id, usage, isFailed };
};

/** The code of a refusal that ends the session. */
function endOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof GatewayError ? error.code : String(error);
  }
}

const spentOf = (records: readonly AuditRecord[]): number =>
  records.reduce((sum, { charges }) => sum + charges.reduce((all, { amount }) => all + amount, 0), 0);

interface Step {
  readonly kind: 'ask' | 'begin' | 'end' | 'end unknown' | 'refuse' | 'fail';
  readonly which: number;
  readonly tokens: number | undefined;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>('ask', 'begin', 'end', 'end unknown', 'refuse', 'fail'),
  which: fc.nat(5),
  tokens: fc.constantFrom(undefined, 0, 7, 100),
});

/** Responses and records that are expected after some steps. */
class Expected {
  asked = 0;
  records = 0;
  readonly running: string[] = [];
  private made = 0;

  constructor(private readonly rules: SessionRules) {}

  async run({ kind, tokens, which }: Step): Promise<void> {
    const { rules } = this;
    switch (kind) {
      case 'ask':
        if ((await rules.beforeResponse(ASKED)) === undefined) this.asked += 1;
        break;
      case 'begin':
        // One that nobody asked for goes on too: the budget has room.
        this.running.push(`r${++this.made}`);
        await rules.afterEvent(began(`r${this.made}`));
        this.leaveAsked();
        break;
      case 'refuse':
        await rules.afterEvent({ kind: 'error', eventId: undefined });
        this.leaveAsked();
        break;
      case 'end unknown':
        await rules.afterEvent(ended('unknown', tokens));
        this.leaveAsked();
        this.records += 1;
        break;
      default:
        await this.end(which, tokens, kind === 'fail');
    }
  }

  private async end(which: number, tokens: number | undefined, isFailed: boolean): Promise<void> {
    const [id] = this.running.splice(which % Math.max(1, this.running.length), 1);
    if (id === undefined) return;
    await this.rules.afterEvent(ended(id, tokens, isFailed));
    if (!isFailed || tokens !== undefined) this.records += 1;
  }

  private leaveAsked(): void {
    this.asked = Math.max(0, this.asked - 1);
  }
}

describe('the responses of a session', () => {
  it('are recorded and charged once each, in whatever order they begin, end and are cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 30 }), fc.boolean(), async (steps, byProvider) => {
        const { account, records, rules } = makeSession({ budgetUsd: 1e9 });
        const expected = new Expected(rules);
        for (const step of steps) {
          await expected.run(step);
          expect(rules.unfinished).toBe(expected.asked + expected.running.length);
        }
        rules.settleUnfinished(byProvider);
        const { asked, running } = expected;
        expect(records).toHaveLength(expected.records + running.length + (byProvider ? 0 : asked));
        expect(rules.unfinished).toBe(0);
        // Nothing is reserved any more, and what is settled is what was charged.
        expect(account().isSettled).toBe(true);
        expect(account().committed).toBeCloseTo(spentOf(records), 6);
        const costs = records.reduce((sum, record) => sum + (record.cost_usd ?? 0), 0);
        expect(spentOf(records)).toBeCloseTo(costs, 6);
        expect(new Set(records.map((record) => record.request_id)).size).toBe(records.length);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it('that are cut off are charged an estimate: what the one before used, or what is expected of the first', () => {
    const { records, rules } = makeSession({ budgetUsd: 100 });
    void rules.beforeResponse(ASKED);
    void rules.afterEvent(began('r1'));
    rules.settleUnfinished(true);
    expect(records[0]).toMatchObject({
      usage_source: 'estimated',
      prompt_tokens: 1_024,
      completion_tokens: 4_096,
      cost_usd: 5.12,
      charges: [{ amount: 5.12 }],
      details: { session: 's' },
    });
    void rules.afterEvent(ended('r2', 30));
    void rules.afterEvent(began('r3'));
    rules.settleUnfinished(true);
    expect(records.slice(1)).toMatchObject([
      { usage_source: 'reported', total_tokens: 30 },
      { usage_source: 'estimated', total_tokens: 30, cost_usd: 0.03 },
    ]);
  });

  it('that end without a report that can be true are charged an estimate, and those that the provider fails nothing', () => {
    const { account, records, rules } = makeSession({ budgetUsd: 100 });
    void rules.beforeResponse(ASKED);
    void rules.afterEvent(ended('r1', undefined));
    expect(records).toMatchObject([{ usage_source: 'estimated', charges: [{ amount: 5.12 }] }]);
    void rules.beforeResponse(ASKED);
    void rules.afterEvent(ended('r2', undefined, true));
    expect([records.length, account().isSettled]).toEqual([1, true]);
  });

  it('of a call are charged if the socket asked for them, and none is cancelled', () => {
    const { account, records, rules } = makeSession({ budgetUsd: 100, query: { call_id: 'c1' } });
    void rules.beforeResponse(ASKED);
    void rules.afterEvent(began('r1'));
    void rules.afterEvent(began('r2'));
    expect(rules.takeCancels()).toEqual([]);
    rules.settleUnfinished(false);
    expect([records.length, account().isSettled]).toEqual([1, true]);
  });

  it('of a call that others asked for are not charged, and neither are its transcriptions', () => {
    const { account, records, rules } = makeSession({ budgetUsd: 100, query: { call_id: 'c1' } });
    void rules.afterEvent(began('r1'));
    void rules.afterEvent(ended('r1', 5));
    void rules.afterEvent({ kind: 'transcription ended', itemId: 'i1', usage: { seconds: 5 }, isFailed: false });
    void rules.afterEvent(ended('r2', 5));
    expect(records).toEqual([]);
    void rules.beforeResponse(ASKED);
    void rules.afterEvent(began('r3'));
    void rules.afterEvent(ended('r3', 5));
    expect([records.length, account().isSettled]).toEqual([1, true]);
  });

  it('are sixteen at once at most', async () => {
    const { rules } = makeSession();
    for (let count = 0; count < 16; count += 1) expect(await rules.beforeResponse(ASKED)).toBeUndefined();
    expect(await rules.beforeResponse(ASKED)).toMatchObject({ code: 'overloaded' });
    void rules.afterEvent(ended('r1', 1));
    expect(await rules.beforeResponse(ASKED)).toBeUndefined();
  });
});

describe('the budget of a session', () => {
  it('has one response at a time run when it has no room for two, from the first one on', async () => {
    const { account, rules } = makeSession({ budgetUsd: 0.01 });
    const first = await Promise.all(Array.from({ length: 100 }, () => rules.beforeResponse(ASKED)));
    expect(first.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(new Set(first.slice(1).map((refusal) => refusal?.code))).toEqual(new Set(['overloaded']));
    void rules.afterEvent(ended('r1', 4));
    expect(await rules.beforeResponse(ASKED)).toBeUndefined();
    void rules.afterEvent(ended('r2', 4));
    // The cost of a response is known now: 0.004 of the 0.002 that are left.
    expect(await rules.beforeResponse(ASKED)).toBeUndefined();
    expect(await rules.beforeResponse(ASKED)).toMatchObject({ code: 'overloaded' });
    expect(endOf(() => rules.afterEvent(ended('r3', 4)))).toBe('key_budget_exceeded');
    expect(account().committed).toBeCloseTo(0.012, 9);
  });

  it('is spent by responses beside it: the session ends', () => {
    const { account, rules } = makeSession({ budgetUsd: 1 });
    account().reserve(0);
    account().settle(0, 2);
    expect(endOf(() => rules.beforeResponse(ASKED))).toBe('key_budget_exceeded');
    expect(endOf(() => rules.beforeResponse({ eventId: undefined, isCertain: false }))).toBe('key_budget_exceeded');
    expect(endOf(() => rules.afterEvent(began('r1')))).toBe('key_budget_exceeded');
    expect(rules.unfinished).toBe(1);
  });

  it('holds for the next response where it is set while the session is open', async () => {
    const { rules, snapshot, snapshots } = makeSession();
    void rules.beforeResponse(ASKED);
    void rules.afterEvent(ended('r1', 500));
    const tokenBudget = { tokens: 100, account: 'team' };
    snapshots.current = { ...snapshot, hasTokenBudgets: true, ownTeams: new Map([['team', { tokenBudget }]]) };
    expect(await rules.beforeResponse(ASKED)).toBeUndefined();
    expect(endOf(() => rules.afterEvent(ended('r2', 500)))).toBe('budget_exhausted');
    expect(endOf(() => rules.beforeResponse(ASKED))).toBe('budget_exhausted');
  });

  it('has no room for a response that the provider begins beside another: it is cancelled, and charged', async () => {
    const { records, rules } = makeSession({ budgetUsd: 0.01 });
    expect(await rules.afterEvent(began('r1'))).toBeUndefined();
    expect(await rules.afterEvent(began('r2'))).toMatchObject({ code: 'overloaded' });
    expect(rules.takeCancels(['r2'])).toEqual(['cancel r2']);
    void rules.afterEvent(ended('r2', 1));
    expect(records).toMatchObject([{ charges: [{ amount: 0.001 }] }]);
  });
});

describe('a limit of tokens', () => {
  const CEILINGS: Ceiling[] = [{ scope: 'team', unit: 'tokens', windowSeconds: 60, limit: 100, counter: 'team' }];

  it('that earlier responses have overdrawn rejects a response, and the session goes on', async () => {
    const { records, rules } = makeSession({ ceilings: CEILINGS });
    expect(await rules.beforeResponse(ASKED)).toBeUndefined();
    expect(await rules.afterEvent(ended('r1', 5_000))).toBeUndefined();
    expect(await rules.beforeResponse(ASKED)).toMatchObject({ code: 'tpm_exceeded', scope: 'team' });
    expect(rules.unfinished).toBe(0);
    // One that the provider begins by itself is cancelled, and its tokens count.
    expect(await rules.afterEvent(began('r2'))).toMatchObject({ code: 'tpm_exceeded' });
    void rules.afterEvent(ended('r2', 7));
    expect(records.map((record) => record.total_tokens)).toEqual([5_000, 7]);
  });

  it('is the one that is in effect at the moment', async () => {
    const { rules, snapshot, snapshots } = makeSession();
    void rules.beforeResponse(ASKED);
    const limits = { ...snapshot.limits, find: () => ({ requests: [], tokens: CEILINGS, all: CEILINGS }) };
    snapshots.current = { ...snapshot, limits };
    void rules.afterEvent(ended('r1', 500));
    expect(await rules.beforeResponse(ASKED)).toMatchObject({ code: 'tpm_exceeded' });
    snapshots.current = snapshot;
    expect(await rules.beforeResponse(ASKED)).toBeUndefined();
  });
});

describe('the transcriptions of a session', () => {
  const tokens = usageOf(20);
  const heard = (usage: MediaUsage | undefined, itemId = 'i1'): SocketEvent => ({
    kind: 'transcription ended',
    itemId,
    usage,
    isFailed: false,
  });
  const session = (transcriber: string | null | undefined): SocketEvent => ({ kind: 'session', transcriber });
  const scribe = modelOf('scribe', { type: 'transcription', mediaPrices: { per_second: 0.5 } });

  it('of one that only transcribes are charged by the prices of its model: for tokens, or for seconds', () => {
    const query = { intent: 'transcription' };
    const ofTokens = makeSession({ budgetUsd: 100, model: modelOf('scribe', { type: 'transcription' }), query });
    void ofTokens.rules.afterEvent(heard({ tokens }));
    expect(ofTokens.records).toMatchObject([
      {
        logical_name: 'scribe',
        total_tokens: 20,
        cost_usd: 0.02,
        charges: [{ amount: 0.02 }],
        usage_source: 'reported',
      },
    ]);
    const ofSeconds = makeSession({ budgetUsd: 100, model: scribe, query });
    void ofSeconds.rules.afterEvent(heard({ seconds: 3 }));
    expect(ofSeconds.records).toMatchObject([{ audio_seconds: 3, cost_usd: 1.5, charges: [{ amount: 1.5 }] }]);
  });

  it('of one that only transcribes are charged by its model where the provider reports a name that the catalog does not have', () => {
    const query = { intent: 'transcription' };
    const { records, rules } = makeSession({ model: scribe, query });
    void rules.afterEvent(session('scribe-2026-01-01'));
    void rules.afterEvent(heard({ seconds: 1 }));
    rules.noteTranscriber('whisper-9');
    void rules.afterEvent(heard({ seconds: 1 }));
    expect(records).toMatchObject([
      { logical_name: 'scribe', upstream_model: 'scribe-2026-01-01', cost_usd: 0.5 },
      { logical_name: null, cost_usd: null },
    ]);
  });

  it('are no longer expected when the session has none any more', () => {
    const { rules } = makeSession({ budgetUsd: 100, others: [scribe] });
    rules.noteTranscriber('upstream-scribe');
    void rules.afterEvent({ kind: 'sound committed', itemId: 'i1' });
    expect(rules.unfinished).toBe(1);
    void rules.afterEvent(heard({ seconds: 2 }));
    void rules.afterEvent(session(null));
    void rules.afterEvent({ kind: 'sound committed', itemId: 'i2' });
    expect(rules.unfinished).toBe(0);
  });

  it('of another model are charged by its prices, as the provider says which it is', () => {
    const { records, rules } = makeSession({ budgetUsd: 100, others: [scribe] });
    rules.noteTranscriber('upstream-other');
    void rules.afterEvent(session('upstream-scribe'));
    void rules.afterEvent(heard({ seconds: 2 }));
    expect(records).toMatchObject([{ logical_name: 'scribe', upstream_model: 'upstream-scribe', cost_usd: 1 }]);
  });

  it('of a model that the catalog does not have cost nothing, and their tokens count', async () => {
    const ceilings: Ceiling[] = [{ scope: 'team', unit: 'tokens', windowSeconds: 60, limit: 10, counter: 'team' }];
    const { records, rules } = makeSession({ budgetUsd: 100, ceilings });
    rules.noteTranscriber('whisper-9');
    void rules.afterEvent(heard({ tokens }));
    expect(records).toMatchObject([
      { logical_name: null, upstream_model: 'whisper-9', total_tokens: 20, cost_usd: null, charges: [] },
    ]);
    expect(await rules.beforeResponse(ASKED)).toMatchObject({ code: 'tpm_exceeded' });
  });

  it('spend the budget too', () => {
    const { rules } = makeSession({ budgetUsd: 1, others: [scribe] });
    void rules.afterEvent(session('upstream-scribe'));
    expect(endOf(() => rules.afterEvent(heard({ seconds: 2 })))).toBe('key_budget_exceeded');
  });

  it('are waited for at the end, and charged an estimate if they do not come', () => {
    const { records, rules } = makeSession({ budgetUsd: 100, others: [scribe] });
    void rules.afterEvent({ kind: 'sound committed', itemId: 'i0' });
    expect(rules.unfinished).toBe(0);
    void rules.afterEvent(session('upstream-scribe'));
    for (const itemId of ['i1', 'i2']) void rules.afterEvent({ kind: 'sound committed', itemId });
    expect(rules.unfinished).toBe(2);
    void rules.afterEvent(heard({ seconds: 4 }));
    expect(rules.unfinished).toBe(1);
    rules.settleUnfinished(false);
    expect(records.map((record) => record.cost_usd)).toEqual([2, 2]);
    expect(rules.unfinished).toBe(0);
  });
});
