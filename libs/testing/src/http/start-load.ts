import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** Number of requests answered, or failed, until now. */
  readonly total: number;
  /** Ends it, and says what came of each request: a status, with what was said where it is no 200, or the code of an error, with its count. */
  stop(): Promise<{ readonly total: number; readonly outcomes: Readonly<Record<string, number>> }>;
}

/** The answer shows who rejected the request: the proxy has no words of its own, a gateway has an envelope. */
function describe({ statusCode }: IncomingMessage, text: string): string {
  return statusCode === 200 ? '200' : `${statusCode} ${text.slice(0, 200)}`;
}

/**
 * Sends one POST (a GET without a body) after the other on each of so many connections until it is stopped.
 *
 * @param pauseMs before the next one, by default none: without it the load takes all the processor that services need to start
 */
export function startLoad(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  connections: number,
  pauseMs = 0,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const outcomes: Record<string, number> = {};
  let total = 0;
  let isStopped = false;
  const send = () =>
    new Promise<string>((resolve) => {
      const call = request(url, { method: body === undefined ? 'GET' : 'POST', agent, headers }, (answer) => {
        let text = '';
        answer.on('data', (piece) => {
          if (answer.statusCode !== 200) text += piece;
        });
        answer.on('end', () => resolve(answer.complete ? describe(answer, text) : 'cut'));
        answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
      call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      call.end(body);
    });
  const runner = async (): Promise<void> => {
    while (!isStopped) {
      const outcome = await send();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      total += 1;
      if (pauseMs > 0 && !isStopped) await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: connections }, runner);
  return {
    get total() {
      return total;
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      agent.destroy();
      return { total, outcomes };
    },
  };
}
