import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { lowerPriorityWhileStarting, mayRaisePriority, restorePriority } from './start-priority.js';

const status = (capabilities: string): string => `Name:\tnode\nCapEff:\t${capabilities}\nSeccomp:\t0\n`;
const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax nice priority         ${soft.padEnd(20)} 0\n`;

describe('the priority of a process that starts', () => {
  it.each([
    ['root', '000001ffffffffff', '0', 0, true],
    ['one with CAP_SYS_NICE', '0000000000800000', '0', 0, true],
    ['an ordinary user', '0000000000000000', '0', 0, false],
    ['a container without the capability', '00000000a80425fb', '0', 0, false],
    ['an ordinary user with LimitNICE=0', '0000000000000000', '20', 0, true],
    ['an ordinary user with a limit that is too narrow', '0000000000000000', '19', 0, false],
    ['an ordinary user who was nice before', '0000000000000000', '10', 10, true],
    ['an unlimited user', '0000000000000000', 'unlimited', 0, true],
  ])('may be taken back by %s: %s, %s', (_who, capabilities, soft, nice, expected) => {
    expect(mayRaisePriority(status(capabilities), limits(soft), nice)).toBe(expected);
  });

  it('is lower until it serves, where it may be taken back, and then what it was, in every thread', () => {
    const before = getPriority();
    lowerPriorityWhileStarting();
    const isAllowed = mayRaisePriority(
      readFileSync('/proc/self/status', 'utf8'),
      readFileSync('/proc/self/limits', 'utf8'),
      before,
    );
    expect(getPriority()).toBe(isAllowed ? Math.min(19, before + 5) : before);
    // Called twice, it is not lowered twice.
    lowerPriorityWhileStarting();
    restorePriority();
    expect(getPriority()).toBe(before);
    restorePriority();
    expect(getPriority()).toBe(before);
    setPriority(before);
  });
});
