import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { describeIssue } from './describe-issue.js';

const SCHEMA = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.int().min(2).max(9),
  list: z.array(z.string()).max(1),
  kind: z.enum(['one', 'two']),
  id: z.string().regex(/^[a-z]+$/),
  flag: z.boolean(),
  own: z.string().refine((text) => text === 'x', 'must be x'),
});
const VALID = { name: 'a', count: 2, list: [], kind: 'one', id: 'a', flag: true, own: 'x' };

describe('a problem of a definition', () => {
  it.each([
    [{ name: '' }, 'must not be empty'],
    [{ name: 'long' }, 'must have at most 3 characters'],
    [{ name: undefined }, 'is required'],
    [{ name: 5 }, 'must be a string'],
    [{ count: 1 }, 'must be at least 2'],
    [{ count: 10 }, 'must be at most 9'],
    [{ count: 2.5 }, 'must be a whole number'],
    [{ list: ['a', 'b'] }, 'must have at most 1 items'],
    [{ kind: 'three' }, 'must be one of one, two'],
    [{ id: 'A' }, 'has characters or a form that are not allowed here'],
    [{ flag: 'yes' }, 'must be true or false'],
    [{ own: 'y' }, 'must be x'],
    [{ other: 1 }, 'has an unknown field: other'],
  ])('of %j reads "%s"', (change, message) => {
    const issues = SCHEMA.safeParse({ ...VALID, ...change }).error?.issues ?? [];
    expect(issues.map(describeIssue)).toEqual([message]);
  });
});
