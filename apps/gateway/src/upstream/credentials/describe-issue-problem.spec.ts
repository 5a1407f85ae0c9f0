import { describe, expect, it } from '@jest/globals';
import { describeIssueProblem, IssueProblem, NoAnswerInTime, readOauthCode } from './describe-issue-problem.js';

const SECRET = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const error = (more: object, message = `cannot parse ${SECRET}`): Error => Object.assign(new Error(message), more);

describe('the log line about an issuer that gave no credential', () => {
  it.each([
    ['a time limit', new NoAnswerInTime(10_000), 'no answer within 10 s'],
    ['words of ours', new IssueProblem('an answer without a token', 200), 'HTTP 200, an answer without a token'],
    [
      'an OAuth error',
      error({ response: { status: 400, data: { error: 'invalid_grant' } } }),
      'HTTP 400, invalid_grant',
    ],
    ['a connection', error({ code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['a cause', error({ cause: error({ code: 'ENOTFOUND' }) }), 'ENOTFOUND'],
    ['several errors in one', new AggregateError([error({ code: 'EHOSTUNREACH' })], SECRET), 'EHOSTUNREACH'],
    ['an answer of AWS', error({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }), 'HTTP 403, AccessDenied'],
    [
      'a machine without credentials',
      error({}, 'Could not load credentials from any providers'),
      'none was found on this machine',
    ],
    [
      'a machine without an account',
      error({}, 'Could not load the default credentials. Browse to'),
      'none was found on this machine',
    ],
    ['any other error', error({}), 'Error'],
    ['no error at all', SECRET, 'unknown problem'],
    ['a secret in the place of a code', error({ code: `${SECRET}/+=`, name: `${SECRET}/` }), 'unknown problem'],
  ])('%s', (_, problem, expected) => {
    expect(describeIssueProblem(problem)).toBe(expected);
  });

  it('follows no circle of causes', () => {
    const problem = error({});
    problem.cause = problem;
    expect(describeIssueProblem(problem)).toBe('Error');
  });

  it.each([
    [{ error: 'invalid_grant' }, 'invalid_grant'],
    [{ error: 'Not a code: secret' }, undefined],
    [{ error: { code: 403 } }, undefined],
    ['text', undefined],
    [null, undefined],
  ])('reads the OAuth code of %j', (body, expected) => {
    expect(readOauthCode(body)).toBe(expected);
  });
});
