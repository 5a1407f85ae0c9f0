import { describe, expect, it } from '@jest/globals';
import { UnfinishedBodies } from './arriving-bodies.js';

function makeBodies(mostBytes: number) {
  const refused: string[] = [];
  const unfinished = new UnfinishedBodies(mostBytes);
  const bodies = new Map<string, object>();
  const bodyOf = (name: string): object => {
    const body = bodies.get(name) ?? {};
    bodies.set(name, body);
    return body;
  };
  const receive = (name: string, bytes: number) =>
    unfinished.hold(bodyOf(name), bytes, ({ code, status }) => refused.push(`${name} ${status} ${code}`));
  return { refused, receive, finish: (name: string) => unfinished.release(bodyOf(name)) };
}

describe('bodies that have not arrived whole (docs/contract/bounds.md#bodies)', () => {
  it('are rejected from the oldest on when they hold too much together, until they do not', () => {
    const { receive, refused } = makeBodies(100);
    for (const name of ['first', 'second', 'third']) receive(name, 30);
    receive('fourth', 40);
    expect(refused).toEqual(['first 503 overloaded']);
    receive('fifth', 60);
    expect(refused).toEqual(['first 503 overloaded', 'second 503 overloaded', 'third 503 overloaded']);
  });

  it('count what they hold altogether, and age from their first byte', () => {
    const { receive, refused } = makeBodies(100);
    receive('first', 10);
    receive('second', 50);
    receive('first', 40);
    receive('second', 1);
    expect(refused).toEqual(['first 503 overloaded']);
  });

  it('count no longer once they are whole or given up, however often that is said', () => {
    const { finish, receive, refused } = makeBodies(100);
    for (let nth = 0; nth < 50; nth += 1) {
      receive(`body ${nth}`, 90);
      finish(`body ${nth}`);
      finish(`body ${nth}`);
    }
    receive('last', 100);
    expect(refused).toEqual([]);
    receive('last', 1);
    expect(refused).toEqual(['last 503 overloaded']);
  });
});
