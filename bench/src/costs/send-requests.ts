import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests that servers get in turn. */
export interface Sending {
  readonly baseUrls: readonly string[];
  readonly path: string;
  /** The only status that is no failure. Left out: none fails, as for a warm-up. */
  readonly status?: number | undefined;
  /** The nth request, from 0. */
  requestOf(index: number): Request;
}

/** On a busy machine an answer may take long, and is no failure of what is measured. */
const LIMIT_MS = 300_000;

/** Sends over so many connections, each waiting for its answer. Resolves to the number of requests. @throws if more than one of a hundred fails */
export async function sendForSeconds(
  sending: Sending,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  return withPools(sending, connections, async (send) => {
    let sent = 0;
    const sendOn = async (): Promise<void> => {
      while (performance.now() < until) await send(sent++);
    };
    await Promise.all(Array.from({ length: connections }, sendOn));
    return sent;
  });
}

/** Requests that may be on their way to one server: more mean that it does not keep up. */
const MOST_CONNECTIONS = 256;
const TICK_MS = 5;

/** Sends at a fixed rate, whatever the answers take. Resolves to the number of requests. @throws as above */
export async function sendAtRate(
  sending: Sending,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<number> {
  return withPools(sending, MOST_CONNECTIONS, async (send) => {
    const began = performance.now();
    const answers: Promise<void>[] = [];
    let failure: unknown;
    while (performance.now() - began < seconds * 1000 && failure === undefined) {
      const due = Math.floor(((performance.now() - began) / 1000) * rate);
      while (answers.length < due) {
        answers.push(
          send(answers.length).catch((error: unknown) => {
            failure ??= error;
          }),
        );
      }
      await sleep(TICK_MS);
    }
    await Promise.all(answers);
    if (failure !== undefined) throw failure;
    return answers.length;
  });
}

/** Answers of another status, of a hundred, that are put down to a busy machine. A fast refusal must not pass for a fast gateway. */
const FAILURES_OF_HUNDRED = 1;

async function withPools(
  { baseUrls, path, status, requestOf }: Sending,
  connections: number,
  work: (send: (index: number) => Promise<void>) => Promise<number>,
): Promise<number> {
  const pools = baseUrls.map(
    (url) => new Pool(url, { connections, bodyTimeout: LIMIT_MS, headersTimeout: LIMIT_MS, pipelining: 1 }),
  );
  let failures = 0;
  let example = '';
  const send = async (index: number): Promise<void> => {
    const pool = pools[index % pools.length];
    if (pool === undefined) throw new Error('there is no server to send to');
    const answer = await pool.request({ path, method: 'POST', ...requestOf(index) });
    if (status === undefined || answer.statusCode === status) return answer.body.dump();
    failures += 1;
    example = `${answer.statusCode}: ${(await answer.body.text()).slice(0, 500)}`;
  };
  try {
    const sent = await work(send);
    if (failures * 100 > sent * FAILURES_OF_HUNDRED) {
      throw new Error(`${failures} of ${sent} requests failed, such as with ${example}`);
    }
    return sent;
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}
