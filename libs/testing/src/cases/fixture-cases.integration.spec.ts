import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { httpRequest } from '../http/http-request.js';
import type { FakeUpstream } from '../upstream/fake-upstream.js';
import { startUpstream } from '../upstream/start-upstream.js';
import { openAiChatWire } from '../upstream/wires/openai-chat/openai-chat-wire.js';
import { findCase, listCases } from './fixture-cases.js';
import { readTurn } from './read-turn.js';
import { replayCase, replayStream } from './replay-case.js';

const OWN = [
  'error-400',
  'error-401',
  'error-429',
  'error-500',
  'json-schema',
  'stream-text',
  'stream-tool-calls-parallel',
  'stream-usage',
  'text',
  'tool-call-two-turn',
];

describe('fixture cases', () => {
  it('are found in the project before anywhere else', () => {
    for (const name of OWN) expect(findCase(`openai-chat/${name}`).origin).toBe('own');
  });

  it("are listed with the project's own first", () => {
    const names = listCases('openai-chat').map((fixture) => fixture.name);
    expect(names.slice(0, OWN.length)).toEqual(OWN.map((name) => `openai-chat/${name}`));
  });

  it('count the turns of a conversation', () => {
    expect(findCase('openai-chat/tool-call-two-turn').turns).toBe(2);
    expect(findCase('openai-chat/stream-text').turns).toBe(1);
  });

  it('fail loudly when the name or the turn does not exist', () => {
    expect(() => findCase('openai-chat/nothing')).toThrow('no fixture case openai-chat/nothing');
    expect(() => replayCase('openai-chat/text', { turn: 1 })).toThrow('no turn 1');
    expect(() => replayStream('openai-chat/text')).toThrow('openai-chat/text holds no stream');
  });

  it('hand out tool calls that the next turn of the same case answers', () => {
    for (const name of ['openai-chat/tool-call-two-turn', 'openai-chat/stream-tool-calls-parallel']) {
      const issued = openAiChatWire.readIssued(replayCase(name)).calls;
      expect(JSON.stringify(readTurn(findCase(name), 1).request)).toContain(issued[0]?.id);
      for (const call of issued) expect(JSON.parse(call.arguments)).toHaveProperty('city');
    }
  });
});

describe('replaying every chat case of this machine', () => {
  let upstream: FakeUpstream;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());
  beforeEach(() => upstream.reset());

  // This case was recorded with a request that breaks the format on purpose.
  const cases = listCases('openai-chat').filter((fixture) => fixture.name !== 'openai-chat/error-400-param');

  it.each(cases.map((fixture) => [`${fixture.origin} ${fixture.name}`, fixture] as const))(
    'accepts the recorded requests of %s and answers byte by byte what was recorded',
    async (_, fixture) => {
      for (let number = 0; number < fixture.turns; number++) {
        const turn = readTurn(fixture, number);
        if (turn.request === undefined) continue;
        upstream.enqueue(replayCase(fixture, { turn: number, chunkBytes: 50 }));
        const answer = await httpRequest({
          url: `${upstream.url}/v1/chat/completions`,
          headers: { authorization: 'Bearer sk-test' },
          body: turn.request as object,
        });
        expect(upstream.refusals).toEqual([]);
        expect(answer.status).toBe(turn.status);
        expect(answer.headers).toMatchObject(turn.headers);
        if (turn.stream) expect(answer.bytes.equals(Buffer.concat(turn.stream))).toBe(true);
        else expect(answer.json()).toEqual(turn.response);
      }
    },
  );
});
