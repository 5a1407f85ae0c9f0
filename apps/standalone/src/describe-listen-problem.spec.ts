import { describe, expect, it } from '@jest/globals';
import { describeListenProblem } from './describe-listen-problem.js';

const failure = (code: string): Error => Object.assign(new Error('listen failed'), { code });

describe('a port that cannot be had', () => {
  it.each([
    ['EADDRINUSE', 'Port 8080 is in use. Start on another: PORT=8081 npm start'],
    ['EACCES', 'Port 8080 is not for this account. Start on another: PORT=8080 npm start'],
    ['EADDRNOTAVAIL', '10.1.1.1 is no address of this machine. Start on another: HOST=127.0.0.1 npm start'],
    ['ENOTFOUND', '10.1.1.1 is no address of this machine. Start on another: HOST=127.0.0.1 npm start'],
  ])('%s: %s', (code, message) => {
    expect(describeListenProblem(failure(code), '10.1.1.1', 8080)?.message).toBe(message);
  });

  it.each([failure('EMFILE'), new Error('other'), 'text'])('leaves %p to be shown as it is', (error) => {
    expect(describeListenProblem(error, '127.0.0.1', 8080)).toBeUndefined();
  });
});
