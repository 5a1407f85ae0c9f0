/** Load of a driver: the same POST over and over, each connection waiting for its answer. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /** After which an answer is a failure; absent: as the driver has it (wrk 2 s, autocannon 10 s). */
  readonly timeoutSeconds?: number;
  /** Kind of its answers: successes by default; refusals, all but a few; or anything, as in a warm-up. */
  readonly expects?: 'refusals' | 'anything';
}

/** Results of one run of a load driver. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  /** Connection errors, timeouts and answers that are not a success. */
  readonly failures: number;
}

const MARK = 'RESULT ';

/** Both drivers report on one line, so that one parser reads them. */
export function formatLoadResult(result: LoadResult): string {
  return `${MARK}${JSON.stringify(result)}\n`;
}

/** Finds the report in a driver's output. Throws with the output if there is none. */
export function parseLoadResult(output: string): LoadResult {
  const line = output.split('\n').find((candidate) => candidate.startsWith(MARK));
  if (line === undefined) throw new Error(`the load driver reported nothing:\n${output.slice(-1000)}`);
  return JSON.parse(line.slice(MARK.length)) as LoadResult;
}

/** The script that makes wrk send a load and print its report (wrk's SCRIPTING file; latencies come in microseconds). */
export function buildWrkScript(load: Load): string {
  const headers = Object.entries(load.headers).map(([name, value]) => `wrk.headers["${name}"] = ${quoteLua(value)}`);
  return `wrk.method = "POST"
wrk.body = ${quoteLua(load.body)}
${headers.join('\n')}

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '${MARK}{"requests":%d,"seconds":%f,"p50Milliseconds":%f,"p99Milliseconds":%f,"failures":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;
}

/** A Lua long string; the level of its brackets is one that the text does not close. */
function quoteLua(text: string): string {
  let level = '=';
  while (text.includes(`]${level}]`)) level += '=';
  return `[${level}[${text}]${level}]`;
}
