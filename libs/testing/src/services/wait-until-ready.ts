import { httpRequest } from '../http/http-request.js';
import { waitUntil } from '../wait-until.js';
import type { Service } from './spawn-service.js';

/**
 * Waits until a GET of `url` answers 200. When the service exits first or the time is up, throws an Error that carries
 * what the service wrote.
 *
 * @param timeoutMs Milliseconds, 45 s by default: a machine that runs several suites at once starts a service in 15 s.
 */
export async function waitUntilReady(service: Service, url: string, timeoutMs = 45_000): Promise<void> {
  let exit: string | undefined;
  void service.exited.then(({ code, signal }) => {
    exit = `the service exited (code ${code}, signal ${signal}) before ${url} answered 200`;
  });
  try {
    await waitUntil(
      `${url} to answer 200`,
      async () => {
        if (exit !== undefined) throw new Error(exit);
        return (await answersOk(url)) || undefined;
      },
      timeoutMs,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\n--- stdout\n${service.stdout()}\n--- stderr\n${service.stderr()}`, { cause: error });
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await httpRequest({ url, timeoutMs: 1_000 })).status === 200;
  } catch {
    // Nobody listens yet.
    return false;
  }
}
