import { describe, expect, it } from '@jest/globals';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { AnswerTooLong } from './bounded-fetch.js';
import { TokenFailure } from './client-credentials.js';
import { InputRequired } from './upstream.js';
import { describeFailure } from './upstream-failure.js';

const http = (status: number) => new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'secret words', { status });
const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });

describe('the description of an MCP server’s failure', () => {
  it.each<[string, unknown, object]>([
    ['a status 401', http(401), { reason: 'credential', status: 401 }],
    ['a status 403', http(403), { reason: 'credential', status: 403 }],
    ['a refusal after a new token', new UnauthorizedError(), { reason: 'credential', status: 401 }],
    ['no token', new TokenFailure('the token endpoint answered 400'), { reason: 'credential' }],
    ['a status 500', http(500), { reason: 'http_status', status: 500 }],
    ['a status 429', http(429), { reason: 'http_status', status: 429 }],
    ['a lost session', http(404), { reason: 'http_status', status: 404 }],
    ['an error of JSON-RPC', new ProtocolError(-32_603, 'secret words'), { reason: 'rpc_error', code: -32_603 }],
    ['a time limit', new SdkError(SdkErrorCode.RequestTimeout, 'late'), { reason: 'time_limit' }],
    ['a time limit of the platform', new DOMException('late', 'TimeoutError'), { reason: 'time_limit' }],
    ['a closed connection', new SdkError(SdkErrorCode.ConnectionClosed, 'closed'), { reason: 'unreachable' }],
    ['a result out of the protocol', new SdkError(SdkErrorCode.InvalidResult, 'x'), { reason: 'not_understood' }],
    ['an answer that is no JSON', new SyntaxError('secret words'), { reason: 'not_understood' }],
    ['an answer that is too long', new TypeError('x', { cause: new AnswerTooLong() }), { reason: 'too_long' }],
    ['a question to a person', new InputRequired(), { reason: 'input_required' }],
    ['a refused connection', refused, { reason: 'unreachable' }],
    ['what is no error', 'secret words', { reason: 'unreachable' }],
  ])('%s', (_, error, expected) => {
    const failure = describeFailure(error);
    expect(failure).toMatchObject(expected);
    expect(JSON.stringify(failure)).not.toContain('secret');
  });
});
