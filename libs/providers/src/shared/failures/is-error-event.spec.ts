import { expect, test } from '@jest/globals';
import { isErrorEvent } from './is-error-event.js';

test.each<Record<string, unknown>>([
  { choices: null, error_type: 'BadRequestError', error_message: '400: too long' },
  { object: 'error', message: 'engine died', type: 'InternalServerError', code: 500 },
  { detail: 'boom' },
  { detail: [{ loc: ['body'], msg: 'x' }] },
  { text: 'busy', error_code: 50001 },
  { error_code: 'REQUEST_LIMIT_EXCEEDED', message: 'x' },
  { errorCode: 'X', errorMessage: 'y' },
  { err_msg: 'x' },
  { code: 1301, msg: 'x' },
  { code: 'overloaded' },
  { success: false, errors: [] },
  { errors: [{ code: 7003 }], result: null },
  { type: 'error', text: 'x' },
  { type: 'server_error' },
  { type: 'ServiceUnavailableError' },
  { event: 'error', data: 'x' },
  { status: 'failed' },
  { status: 503 },
  { statusCode: 429 },
  { title: 'Too Many Requests', status: 429 },
  { fault: { faultstring: 'x' } },
  { exception: 'x' },
  { base_resp: { status_code: 1004, status_msg: 'x' } },
])('%j is an error', (value) => {
  expect(isErrorEvent(value)).toBe(true);
});

test.each<Record<string, unknown>>([
  {},
  { id: 'c', object: 'chat.completion.chunk', choices: [] },
  { id: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
  { choices: [], usage: { total_tokens: 1 }, error: null, errors: [], message: '', code: 200, status: 'success' },
  { choices: [], base_resp: { status_code: 0, status_msg: '' } },
  { type: 'ping' },
])('%j is none', (value) => {
  expect(isErrorEvent(value)).toBe(false);
});
