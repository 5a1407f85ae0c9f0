import type { BenchContext } from './bench-context.js';
import { CHAT_PATH } from './build-requests.js';
import { readTreeProcessorTime } from './process-tree.js';
import type { RunningServer } from './server-under-test.js';

/** A chat request that is sent over and over. */
export interface RepeatedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests per second of the processor time of a server and of what it started; undefined if there is no `/proc`. */
export async function measureRate(
  { plan, driver }: Pick<BenchContext, 'plan' | 'driver'>,
  target: RunningServer,
  { headers, body }: RepeatedRequest,
  seconds: number,
): Promise<number | undefined> {
  const before = readTreeProcessorTime(target.processId);
  const url = target.baseUrl + CHAT_PATH;
  const { requests } = await driver.drive({ url, headers, body, connections: plan.throughputConnections, seconds });
  const after = readTreeProcessorTime(target.processId);
  return before === undefined || after === undefined ? undefined : (requests * 1000) / (after - before);
}

/** Asks once and looks at the status: a fast refusal must not pass for a fast server. */
export async function checkAnswer(target: RunningServer, { headers, body }: RepeatedRequest): Promise<void> {
  const response = await fetch(target.baseUrl + CHAT_PATH, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`a request is answered ${response.status}: ${text.slice(0, 500)}`);
}
