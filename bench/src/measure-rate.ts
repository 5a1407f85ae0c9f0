import type { BenchContext } from './bench-context.js';
import { CHAT_PATH } from './build-requests.js';
import { buildFigureAgainst, type Figure, type Label, type Rival, type Round } from './figure.js';
import { readTreeProcessorTime } from './process-tree.js';
import { interleave } from './run-rounds.js';
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

/**
 * The gateway's rate beside its rival's, in interleaved rounds, as one figure. None if there is no `/proc`.
 *
 * @param rate of either for so many seconds
 */
export async function compareRates<Against extends Rival>(
  context: Pick<BenchContext, 'plan' | 'progress'>,
  title: string,
  rival: Against,
  label: Label,
  rate: (which: 'gateway' | Against, seconds: number) => Promise<number | undefined>,
): Promise<Figure[]> {
  const rounds = await interleave(context, title, ['gateway', rival], (which) =>
    rate(which, context.plan.throughputSeconds),
  );
  const measured = rounds.filter((round): round is typeof round & Round<Against> =>
    Object.values(round).every((value) => value !== undefined),
  );
  return measured.length === 0 ? [] : [buildFigureAgainst(rival, label, 'ratio', measured)];
}
