import { describe, expect, it } from '@jest/globals';
import { buildWrkScript, formatLoadResult, parseLoadResult } from './load-result.js';

const result = { requests: 40123, seconds: 4.01, p50Milliseconds: 3.2, p99Milliseconds: 6.75, failures: 0 };

describe('parseLoadResult', () => {
  it('finds the report among the lines that wrk prints of its own', () => {
    const output = `Running 4s test @ http://127.0.0.1:4000
  1 threads and 32 connections
Requests/sec:   8512.61
RESULT {"requests":40123,"seconds":4.010000,"p50Milliseconds":3.200000,"p99Milliseconds":6.750000,"failures":0}
`;
    expect(parseLoadResult(output)).toEqual(result);
  });

  it('reads what the other driver formats', () => {
    expect(parseLoadResult(formatLoadResult(result))).toEqual(result);
  });

  it('shows the output when there is no report in it', () => {
    expect(() => parseLoadResult('unable to connect')).toThrow('unable to connect');
  });
});

describe('buildWrkScript', () => {
  const load = { url: 'http://127.0.0.1', connections: 1, seconds: 1 };

  it('sends the method, the body and every header', () => {
    const script = buildWrkScript({
      ...load,
      headers: { authorization: 'Bearer k', 'content-type': 'a/b' },
      body: '{}',
    });
    expect(script).toContain('wrk.method = "POST"');
    expect(script).toContain('wrk.body = [=[{}]=]');
    expect(script).toContain('wrk.headers["authorization"] = [=[Bearer k]=]');
    expect(script).toContain('wrk.headers["content-type"] = [=[a/b]=]');
  });

  it('quotes a text that holds a closing bracket itself', () => {
    expect(buildWrkScript({ ...load, headers: {}, body: 'a]=]b]==]c' })).toContain('wrk.body = [===[a]=]b]==]c]===]');
  });

  it('counts every kind of error as a failure', () => {
    const script = buildWrkScript({ ...load, headers: {}, body: '' });
    for (const kind of ['connect', 'read', 'write', 'status', 'timeout']) expect(script).toContain(`errors.${kind}`);
  });
});
