import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { takeTurns } from '@multilane/testing';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { compileGuardrail } from '../guardrails/compile-guardrail.js';
import type { GuardrailDefinition } from '../guardrails/definition.js';
import type { Guardrail } from '../guardrails/guardrail.js';
import type { TextPart } from '../guardrails/text-part.js';
import { packTexts } from '../pii/apply-spans.js';
import { ENTITY_NAMES } from '../pii/entities.js';
import { describePlan } from '../pii/pii-scan.js';
import { planScan } from '../pii/scan-text.js';
import { CheckPool } from './check-pool.js';

const testInTurn = takeTurns(test);

/** Processes run what was built. */
const SCRIPT = pathToFileURL(join(import.meta.dirname, '../../dist/check-pool/check.process.js'));

const pools: CheckPool[] = [];
const open = (workers: number, ruleMs: number): CheckPool => {
  const pool = new CheckPool({ workers, ruleMs, script: SCRIPT });
  pools.push(pool);
  return pool;
};
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function define(kind: GuardrailDefinition['kind'], config: object, mode: 'enforce' | 'audit' = 'enforce'): Guardrail {
  const definition = { name: `${kind}`, phase: 'before', mode, kind, config } as unknown as GuardrailDefinition;
  return compileGuardrail(definition, { post: () => Promise.reject(new Error('no network here')) });
}

const regex = (pattern: string): Guardrail => define('regex', { patterns: [pattern], ignore_case: false });
const keywords = (...words: string[]): Guardrail =>
  define('keywords', { keywords: words, ignore_case: true, whole_words: true });
const user = (text: string): { phase: 'before'; parts: TextPart[] } => ({
  phase: 'before',
  parts: [{ role: 'user', text }],
});

const SECOND = 1_000;
const PROSE = 'The quick brown fox jumps over the lazy dog; a password is no secret token. ';
// Through bytes, for V8 puts a repeated text together only when it is first read.
const MEGABYTES = Buffer.from(PROSE.repeat(Math.ceil(5_000_000 / PROSE.length))).toString('latin1');
/** Letters without a pattern, so that each one takes an automaton where it has not been. */
const LETTERS = randomLetters(2_000_000);
/** Legal, linear, and slow: thousands of places in the pattern may be reached at every character. */
const SLOW = '[a-m][^\\d]{900}\\d';

function randomLetters(length: number): string {
  let state = 1;
  const letters = Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(0x61 + ((state >>> 16) % 26));
  });
  return letters.join('');
}

describe('checks of long texts in processes of their own', () => {
  test('the processes were built', () => expect(existsSync(SCRIPT)).toBe(true));

  test('say what the same checks say on the event loop, each in its place', async () => {
    const pool = open(2, 10 * SECOND);
    const guardrails = [regex('lazy cat'), keywords('blue bird'), regex('lazy\\s+dog'), keywords('fox')];
    expect(await pool.check('a', guardrails, user(PROSE))).toEqual(['pass', 'pass', 'finding']);
    const audited = [
      define('keywords', { keywords: ['fox'], ignore_case: true, whole_words: true }, 'audit'),
      regex('z{9}'),
    ];
    expect(await pool.check('a', audited, user(PROSE))).toEqual(['finding', 'pass']);
    const parts: TextPart[] = [
      { role: 'user', text: 'bl\u200bue', content: 1 },
      { role: 'user', text: ' biгd', content: 1 },
      { role: 'tool_call', text: '{"a":"\\u0066ox"}', format: 'json' },
    ];
    expect(await pool.check('a', [regex('blue bi'), keywords('fox')], { phase: 'before', parts })).toEqual(['finding']);
    expect(await pool.check('a', [keywords('fox')], { phase: 'before', parts })).toEqual(['finding']);
  });

  test('leave the event loop free while five megabytes meet slow patterns of ten tenants', async () => {
    const pool = open(2, SECOND);
    await pool.check('warm', [keywords('a')], user('b'));
    const tenants = Array.from({ length: 10 }, (_, index) => `t${index}`);
    const patterns = ['(password|secret|token)\\s*[:=]\\s*[^\\s]{8,}', '(x+x+)+y', '(.*)(.*)(.*)(.*)\\d$'];
    const guardrails = patterns.map(regex);
    const checkAll = async (): Promise<void> => {
      const verdicts = await Promise.all(tenants.map((tenant) => pool.check(tenant, guardrails, user(MEGABYTES))));
      expect(verdicts.flat().every((verdict) => verdict === 'pass' || verdict === 'timeout')).toBe(true);
    };
    // Copying the texts to the threads is all that this loop does: the time of the processor says so on a busy machine too.
    await expectWithin(40, async () => (await processorTimeOf(checkAll)) / tenants.length);
  }, 180_000);

  test('a rule that takes longer than it may is stopped, the others of its request and of other tenants continue', async () => {
    const pool = open(2, 2 * SECOND);
    await pool.check('warm', [keywords('a')], user('b'));
    let isSlowOver = false;
    const slow = pool.check('slow', [keywords('unicorn'), regex(SLOW), keywords('aa')], user(`${LETTERS} aa`));
    const other = pool.check('other', [keywords('fox')], user(PROSE));
    void slow.then(() => {
      isSlowOver = true;
    });
    expect(await other).toEqual(['finding']);
    expect(isSlowOver).toBe(false);
    expect(await slow).toEqual(['pass', 'timeout', 'finding']);
  }, 60_000);

  testInTurn(
    'a tenant whose rules all take too long does not have all threads',
    async () => {
      const pool = open(2, SECOND);
      await pool.check('warm', [keywords('a')], user('b'));
      const slow = Array.from({ length: 3 }, () => pool.check('slow', [regex(SLOW)], user(LETTERS)));
      let stopped = 0;
      for (const each of slow) {
        void each.then(() => {
          stopped += 1;
        });
      }
      const stoppedAt: number[] = [];
      for (let time = 0; time < 5; time++) {
        expect(await pool.check('other', [keywords('fox')], user(PROSE))).toEqual(['finding']);
        stoppedAt.push(stopped);
      }
      // The first was answered before any slow one was stopped, and all of them before the last one was.
      expect(stoppedAt[0]).toBe(0);
      expect(Math.max(...stoppedAt)).toBeLessThan(slow.length);
      expect((await Promise.all(slow)).flat()).toEqual(['timeout', 'timeout', 'timeout']);
    },
    60_000,
  );

  testInTurn(
    'long scans of as many tenants as there are threads let others in between',
    async () => {
      const pool = open(2, 10 * SECOND);
      await pool.check('warm', [keywords('a')], user('b'));
      const plan = describePlan(planScan(new Set(ENTITY_NAMES)));
      let isDone = false;
      const scans = ['a', 'b', 'c'].map((tenant) =>
        pool.scan(tenant, packTexts([{ text: `${LETTERS.repeat(8)} a@b.example`, isJson: false }], plan, true)),
      );
      void Promise.race(scans).then(() => {
        isDone = true;
      });
      // Without turns, a check would wait for a whole scan, which takes ten of them.
      expect(await pool.check('other', [keywords('fox')], user(PROSE))).toEqual(['finding']);
      expect(isDone).toBe(false);
      for (const found of await Promise.all(scans)) {
        expect(found).toMatchObject({ names: ['email'], spans: Int32Array.of(0, 0, 16_000_001, 16_000_012) });
      }
    },
    120_000,
  );

  test('a scan that was interrupted begins again where its thread is stopped', async () => {
    const pool = open(2, SECOND);
    const plan = describePlan(planScan(new Set(ENTITY_NAMES)));
    const texts = [{ text: `${LETTERS.repeat(4)} a@b.example`, isJson: false }];
    const scan = pool.scan('a', packTexts(texts, plan, true));
    const slow = ['b', 'c', 'd'].map((tenant) => pool.check(tenant, [regex(SLOW)], user(LETTERS)));
    expect(await scan).toMatchObject({ spans: Int32Array.of(0, 0, 8_000_001, 8_000_012) });
    expect((await Promise.all(slow)).flat()).toEqual(['timeout', 'timeout', 'timeout']);
  }, 120_000);

  test('more than may wait fails at once, and is no finding', async () => {
    const pool = open(1, SECOND);
    const checks = Array.from({ length: 100 }, () => pool.check('a', [keywords('fox')], user(PROSE)));
    const verdicts = (await Promise.all(checks)).flat();
    expect(verdicts.filter((verdict) => verdict === 'failure')).toHaveLength(100 - 64);
    expect(verdicts.filter((verdict) => verdict === 'finding')).toHaveLength(64);
  }, 60_000);

  test('a script that does not start fails what waits for it when the pool is closed', async () => {
    const pool = new CheckPool({ workers: 1, ruleMs: SECOND, script: new URL('./missing.js', SCRIPT) });
    const waiting = pool.check('a', [keywords('fox')], user(PROSE));
    await pool.close();
    expect(await waiting).toEqual(['failure']);
  });
});
