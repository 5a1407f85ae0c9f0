import { describe, expect, it } from '@jest/globals';
import type { ChatMessage, MessageTurn } from '@multilane/contracts';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { fitRoles } from './history/fit-roles.js';
import { placeSystem } from './history/place-system.js';
import { UNNAMED_LOSSES } from './losses.js';
import { prepareStops, StopCutter } from './stops/stop-cutter.js';

/** About as many messages as a body may have, and as long as fits. */
const MANY = 20_000;
const TEXT = 'x'.repeat(1_000);
const RULES = { leadingSystem: true, alternates: true, bridgesResults: true, spokenTurns: true };

const many = (role: 'user' | 'system', content: unknown): ChatMessage[] =>
  Array.from({ length: MANY }, () => ({ role, content }) as ChatMessage);

describe('histories of a whole body', () => {
  it.each([
    ['texts of one user', many('user', TEXT)],
    ['parts of one user', many('user', [{ type: 'text', text: 'x' }])],
    ['late system messages', [{ role: 'user', content: 'q' } as ChatMessage, ...many('system', TEXT)]],
  ])('become one message in time linear in their length: %s', async (_what, messages) => {
    await expectWithin(100, () =>
      processorTimeOf(() => expect(fitRoles(messages, RULES, UNNAMED_LOSSES).length).toBeLessThanOrEqual(2)),
    );
  });

  it('become one turn of the user in time linear in their length', async () => {
    const turns = [{ role: 'user', content: 'q' }, ...many('system', [{ type: 'text', text: 'x' }])] as MessageTurn[];
    await expectWithin(100, () =>
      processorTimeOf(() => expect(placeSystem(turns, UNNAMED_LOSSES)[0]?.content).toHaveLength(MANY + 1)),
    );
  });
});

describe('stop sequences', () => {
  it('are looked for in time linear in the text, however much of them matches', async () => {
    const stops = Array.from({ length: 16 }, (_, at) => `${'a'.repeat(1_000)}${at}`);
    const text = `${'a'.repeat(999)}b`.repeat(100);
    await expectWithin(100, () =>
      processorTimeOf(() => {
        const cutter = new StopCutter(prepareStops(stops));
        let passed = '';
        for (let at = 0; at < text.length; at += 10) passed += cutter.push(text.slice(at, at + 10));
        expect(passed + cutter.end()).toBe(text);
      }),
    );
  });
});
