import { Agent, request } from 'node:http';

export interface Load {
  /** Ends it, and says what came of each request: a status, or the code of an error, with its count. */
  stop(): Promise<{ readonly total: number; readonly outcomes: Readonly<Record<string, number>> }>;
}

/** Sends one POST after the other on each of so many connections until it is stopped. */
export function startLoad(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  connections: number,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const outcomes: Record<string, number> = {};
  let total = 0;
  let isStopped = false;
  const send = () =>
    new Promise<string>((resolve) => {
      const call = request(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.complete ? String(answer.statusCode) : 'cut'));
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
    }
  };
  const running = Array.from({ length: connections }, runner);
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      agent.destroy();
      return { total, outcomes };
    },
  };
}
