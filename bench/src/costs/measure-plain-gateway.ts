import { Agent } from 'node:http';
import type { BenchContext } from '../bench-context.js';
import { buildChatBody, buildPrompt, buildStreamBody, CHAT_PATH, REQUEST_HEADERS } from '../build-requests.js';
import { STREAM_EVENTS } from '../fixed-answer.js';
import { readStream } from '../read-stream.js';
import { interleave } from '../run-rounds.js';
import type { RunningServer } from '../server-under-test.js';
import { median } from '../statistics.js';
import { measureProcessor } from './processor-cost.js';
import { sendForSeconds } from './send-requests.js';
import type { UnitCosts } from './unit-costs.js';

const STREAMS = 100;
const PACE_MS = 20;

const BODIES = { small: buildChatBody(), long: buildChatBody(buildPrompt(10_000)) };
const STRANGER = { ...REQUEST_HEADERS, authorization: 'Bearer ml-bench-nobody' };

/** A gateway with limits of a team in memory and its audit log in a file: what each kind of request takes of its processor. */
export async function measurePlainGateway(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  gateway: RunningServer,
): Promise<Pick<UnitCosts, 'smallChat' | 'longChat' | 'streamEvent' | 'refusal'>> {
  const send = (kind: keyof typeof BODIES, isKnown: boolean, seconds: number) =>
    sendForSeconds(
      {
        baseUrls: [gateway.baseUrl],
        path: CHAT_PATH,
        status: isKnown ? 200 : 401,
        requestOf: () => ({ headers: isKnown ? REQUEST_HEADERS : STRANGER, body: BODIES[kind] }),
      },
      { connections: plan.costConnections, seconds },
    );
  progress('costs: warming up');
  await send('small', true, plan.costWarmUpSeconds);
  const cost = async (work: () => Promise<number>) => {
    const { milliseconds, result } = await measureProcessor([gateway], work);
    return (milliseconds * 1000) / result;
  };
  const works = {
    small: () => cost(() => send('small', true, plan.costSeconds)),
    long: () => cost(() => send('long', true, plan.costSeconds)),
    refusal: () => cost(() => send('small', false, plan.costSeconds)),
    stream: () => cost(() => readStreams(gateway)),
  };
  const names = ['small', 'long', 'refusal', 'stream'] as const;
  const rounds = await interleave({ plan: { ...plan, rounds: plan.costRounds }, progress }, 'costs', names, (name) =>
    works[name](),
  );
  const middle = (name: keyof typeof works) => median(rounds.map((round) => round[name]));
  const smallChat = middle('small');
  return {
    smallChat,
    longChat: middle('long'),
    refusal: middle('refusal'),
    // A stream is a request as well.
    streamEvent: Math.max(0, (middle('stream') - smallChat) / STREAM_EVENTS),
  };
}

async function readStreams(gateway: RunningServer): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const url = gateway.baseUrl + CHAT_PATH;
  const read = () => readStream(url, REQUEST_HEADERS, buildStreamBody(PACE_MS), agent);
  await Promise.all(Array.from({ length: STREAMS }, read));
  agent.destroy();
  return STREAMS;
}
