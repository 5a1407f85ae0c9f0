import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Reply } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS } from '../start-pair.js';
import { createClients, ENDPOINTS, runAgent } from './clients.js';
import { LANE_CREDENTIALS, LANES, modelOf, repliesOfLane, startLanes } from './lanes.js';
import { STREAM_ENDPOINTS } from './stream-endpoints.js';
import { answersOf, firstAnswer } from './task.js';

let pair: Pair;
let metrics: string;
/** Headers and bodies of every failure that a caller saw. */
const answers: string[] = [];
/** The headers of every request, by lane. */
const sent = new Map<string, string[]>();

/** A provider that quotes what it was asked with, the worst that it can do; AWS could not even do it. */
const quoting = (lane: string): string => `Bad credential '${new Map(LANE_CREDENTIALS).get(lane)}'.`;

beforeAll(async () => {
  pair = await startLanes({}, { log_level: 'trace' });
  const clients = createClients(pair.gateway);
  for (const lane of LANES) {
    const { error, errorAfter, malformedAfter, stream } = repliesOfLane(lane);
    for (const endpoint of ENDPOINTS) {
      pair.upstream.reset();
      pair.upstream.enqueue(...answersOf(lane, true));
      await runAgent(clients, endpoint, lane, true);
      const { headers } = pair.upstream.requests[0] ?? {};
      sent.set(lane.name, [...(sent.get(lane.name) ?? []), JSON.stringify(headers)]);
      const { path, body } = STREAM_ENDPOINTS[endpoint];
      const provoke = async (reply: Reply, isStreamed: boolean): Promise<void> => {
        pair.upstream.reset();
        pair.upstream.enqueue(reply);
        const answer = await pair.send(path, { body: { ...body(lane), stream: isStreamed } });
        answers.push(JSON.stringify(answer.headers), answer.text);
      };
      for (const status of [400, 401, 403, 404, 429, 500, 503]) {
        for (const isStreamed of [true, false])
          await provoke(error(status, { message: quoting(lane.name) }), isStreamed);
      }
      const broken = stream(firstAnswer(lane));
      await provoke(errorAfter(broken, 3), true);
      await provoke(malformedAfter(broken, 3), true);
    }
    answers.push((await pair.chat({ model: modelOf(lane), temperature: 3 })).text);
  }
  metrics = await pair.gateway.metrics();
  await pair.gateway.stop();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

describe("the providers' credentials are found nowhere but in the requests to their provider", () => {
  it.each(LANE_CREDENTIALS)(
    '%s: not in the logs, the audit log, an answer or the metrics',
    (_lane, credential) => {
      const logged = pair.gateway.stdout() + pair.gateway.stderr();
      expect(logged).toContain("Bad credential '[secret]'.");
      expect(logged).toContain('"endpoint":"messages"');
      expect(logged).not.toContain(credential);
      expect(answers.join('\n')).toContain('provider_error');
      expect(answers.join('\n')).not.toContain(credential);
      expect(metrics).toContain('service_requests_total');
      expect(metrics).not.toContain(credential);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('a signature of AWS is not logged either', () => {
    expect(pair.gateway.stdout() + pair.gateway.stderr()).not.toMatch(/AWS4-HMAC-SHA256|Signature=[0-9a-f]{64}/);
  });

  it.each(LANE_CREDENTIALS)("%s: its requests carry its own credential and no other lane's", (lane, credential) => {
    const headers = sent.get(lane) ?? [];
    expect(headers).toHaveLength(ENDPOINTS.length);
    for (const text of headers) {
      // An access key signs: its secret never travels.
      if (lane === 'bedrock') expect(text).toMatch(/AWS4-HMAC-SHA256 Credential=/);
      const found = LANE_CREDENTIALS.filter(([, other]) => text.includes(other)).map(([name]) => name);
      expect(found).toEqual(lane === 'bedrock' ? [] : [lane]);
      expect(lane === 'bedrock' || text.includes(credential)).toBe(true);
    }
  });
});
