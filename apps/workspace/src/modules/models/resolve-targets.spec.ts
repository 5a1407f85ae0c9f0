import { describe, expect, it } from '@jest/globals';
import { parseVirtualModelEntry } from '@multilane/config';
import type { WorkspaceModelRecord } from '@multilane/persistence';
import { resolveTargets } from './resolve-targets.js';

const entryOf = (name: string, targets: readonly string[]) => {
  const { entry } = parseVirtualModelEntry({ name, targets: targets.map((model) => ({ model })) });
  if (!entry) throw new Error('the virtual model is not valid');
  return entry;
};

/** A workspace with the plain model `leaf` and these virtual models, each of many targets that lead to the one before. */
function workspaceOf(levels: number, targetsEach: number) {
  const models = new Map([['leaf', { id: 'leaf', type: 'chat', routing: null }]]);
  let before = 'leaf';
  for (let level = 0; level < levels; level++) {
    const name = `level-${level}`;
    const routing = entryOf(
      name,
      Array.from({ length: targetsEach }, () => before),
    );
    models.set(name, { id: name, type: 'chat', routing } as never);
    before = name;
  }
  const asked: string[] = [];
  const find = (name: string) => {
    asked.push(name);
    return Promise.resolve(models.get(name) as unknown as WorkspaceModelRecord | undefined);
  };
  return { find, asked, last: before };
}

describe('resolveTargets', () => {
  it.each([undefined, 'itself'])(
    'asks for each name once, however often virtual models within virtual models name it (self: %s)',
    async (selfId) => {
      const { asked, find, last } = workspaceOf(6, 64);
      const entry = entryOf('x', [...Array.from({ length: 60 }, () => last), 'leaf', 'level-2', 'level-2']);
      await expect(resolveTargets(entry, selfId, find)).resolves.toBe('chat');
      expect(asked).toHaveLength(new Set(asked).size);
    },
  );

  it('finds a way back to itself on the last of many ways', async () => {
    const { find, last } = workspaceOf(4, 3);
    await expect(resolveTargets(entryOf('renamed', ['leaf', last]), 'level-0', find)).rejects.toMatchObject({
      param: 'targets[1].model',
    });
  });

  it('requires no name that a virtual model loses by being renamed', async () => {
    const { find } = workspaceOf(1, 1);
    const entry = (name: string) =>
      ({ ...entryOf(name, ['leaf']), targets: [{ model: 'leaf', requires: 'level-0' }] }) as never;
    await expect(resolveTargets(entry('level-0'), 'level-0', find)).resolves.toBe('chat');
    await expect(resolveTargets(entry('renamed'), 'level-0', find)).rejects.toMatchObject({
      param: 'targets[0].requires',
    });
  });
});
