import { describe, expect, it } from '@jest/globals';
import { chooseSignals } from './processes.mjs';

describe('chooseSignals', () => {
  it('passes a signal on at once if no terminal has sent it to the child as well', () => {
    const passOn = chooseSignals(false);
    expect([passOn('SIGINT', 0), passOn('SIGTERM', 0), passOn('SIGHUP', 0)]).toEqual([true, true, true]);
  });

  it('leaves the first Ctrl-C and hang-up to the terminal, and passes SIGTERM on', () => {
    const passOn = chooseSignals(true);
    expect([passOn('SIGINT', 0), passOn('SIGTERM', 0), passOn('SIGHUP', 0)]).toEqual([false, true, false]);
  });

  it('takes the same signal within a second for one, as npm repeats it', () => {
    const passOn = chooseSignals(false);
    expect([passOn('SIGINT', 0), passOn('SIGINT', 5), passOn('SIGINT', 900)]).toEqual([true, false, false]);
  });

  it('passes on a signal that is sent again later', () => {
    const terminal = chooseSignals(true);
    const none = chooseSignals(false);
    expect([terminal('SIGINT', 0), terminal('SIGINT', 3_000)]).toEqual([false, true]);
    expect([none('SIGTERM', 0), none('SIGTERM', 3_000)]).toEqual([true, true]);
  });
});
