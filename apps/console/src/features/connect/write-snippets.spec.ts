import { describe, expect, it } from '@jest/globals';
import { CLIENTS, writeSnippets } from './write-snippets.js';

const CONNECTION = { origin: 'https://ai.example.com/base', key: 'ml-secret', model: 'm' };

const textOf = (...args: Parameters<typeof writeSnippets>): string =>
  writeSnippets(...args)
    .map(({ text }) => text)
    .join('\n');

describe('the snippets of a client', () => {
  it.each(CLIENTS)('name the address, the model and the key for %s', (client) => {
    const text = textOf(client, CONNECTION);
    expect(text).toContain('https://ai.example.com/base');
    expect(text).toContain('ml-secret');
    expect(text).toMatch(/['"]m['"]/);
  });

  it.each(CLIENTS)('read the key from the environment for %s if there is none to show', (client) => {
    const text = textOf(client, { ...CONNECTION, key: undefined });
    expect(text).toContain('MULTILANE_KEY');
    expect(text).not.toContain('undefined');
  });

  it.each(['anthropic-sdk', 'claude-code'] as const)(
    'give %s the address without /v1, which it adds itself',
    (client) => {
      expect(textOf(client, CONNECTION)).not.toContain('/v1');
    },
  );

  it.each(['python', 'typescript', 'vercel', 'codex'] as const)(
    'keep a hostile name within its quotes for %s',
    (client) => {
      const model = `a"b\\c'd`;
      expect(textOf(client, { ...CONNECTION, model })).toContain(JSON.stringify(model));
    },
  );

  it.each(['curl', 'claude-code'] as const)('let a shell expand nothing of a name for %s', (client) => {
    const text = textOf(client, { ...CONNECTION, model: "$(reboot)'; rm" });
    expect(text).toContain("$(reboot)'\\''; rm");
  });
});
