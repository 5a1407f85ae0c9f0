import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** What a provider is made of, and what that is compiled with. */
const COPIED = ['libs/contracts', 'libs/errors', 'libs/providers', 'tsconfig.base.json', 'package.json'];

interface Step {
  readonly path: string;
  readonly code: string;
  /** The line beside which the code goes; undefined for a new file. */
  readonly beside?: { readonly line: string; readonly isAfter: boolean };
}

/** The blocks of code of a recipe that name a file: ```ts file=<path>, or ```ts add=<path> after|before="<line>". */
function readSteps(recipe: string): Step[] {
  const text = readFileSync(join(PROJECT, 'docs/recipes', recipe), 'utf8');
  const blocks = text.matchAll(/^( *)```ts (file|add)=(\S+)(?: (after|before)="([^"\n]*)")?\n(.*?)^ *```$/gms);
  return [...blocks].map(([, indent = '', how, path = '', where, line = '', code = '']) => ({
    path,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    ...(how === 'add' ? { beside: { line, isAfter: where === 'after' } } : {}),
  }));
}

function apply(root: string, { path, code, beside }: Step): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  if (beside === undefined) {
    writeFileSync(file, code);
    return;
  }
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.indexOf(beside.line);
  if (at === -1) throw new Error(`${path} has no line ${beside.line}`);
  lines.splice(beside.isAfter ? at + 1 : at, 0, code.trimEnd());
  writeFileSync(file, lines.join('\n'));
}

function run(root: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

/** What an expression is in a process of the changed sources, as JSON; `providers` are the exports of libs/providers. */
function evaluate(root: string, expression: string): unknown {
  const script = `import * as providers from './libs/providers/dist/index.js'; console.log(JSON.stringify(${expression}));`;
  return JSON.parse(run(root, '--input-type=module', '--eval', script));
}

const REQUEST = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hi' }],
  max_completion_tokens: 5,
  user: 'u',
};

describe.each([
  ['wire-compatible-provider.md', 'acme', 5],
  ['native-provider.md', 'globex', 10],
])('the recipe %s', (recipe, kind, count) => {
  let root: string;
  const steps = readSteps(recipe);
  const target = { kind, upstreamModel: 'up', baseUrl: 'https://h', headers: {} };
  const encode = (request: object) =>
    evaluate(
      root,
      `providers.getAdapter('${kind}').endpoints.chat.encode(${JSON.stringify(request)}, ${JSON.stringify(target)}).map(JSON.parse)`,
    );

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'multilane-recipe-'));
    for (const path of COPIED) {
      cpSync(join(PROJECT, path), join(root, path), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !source.includes(`${sep}dist`) && !source.includes(`${sep}fixtures`),
      });
    }
    symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
    for (const step of steps) apply(root, step);
    run(root, join(PROJECT, 'node_modules/typescript/bin/tsc'), '-b', 'libs/providers');
  }, 120_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('names every file that it creates or changes in its table', () => {
    const [, table = ''] =
      /## Files\n(.*?)\n## Steps/s.exec(readFileSync(join(PROJECT, 'docs/recipes', recipe), 'utf8')) ?? [];
    for (const { path } of steps) expect(table).toContain(`\`${path}\``);
    expect(steps).toHaveLength(count);
  });

  it('makes a kind with a manifest and an adapter', () => {
    const found = evaluate(
      root,
      `[providers.findManifest('${kind}').kind, providers.getAdapter('${kind}').kind, providers.listSettings(providers.findManifest('${kind}')).map(({ name }) => name)]`,
    );
    expect(found).toEqual([kind, kind, ['api_key', 'api_keys', 'base_url']]);
  });

  it('makes documentation that has the kind', () => {
    expect(evaluate(root, 'providers.generateProviderDocs()')).toContain(`\n| \`${kind}\` |`);
  });

  it('makes a request in the provider’s format', () => {
    const expected = {
      acme: { model: 'up', messages: REQUEST.messages, max_tokens: 5 },
      globex: { model: 'up', turns: [{ speaker: 'user', text: 'Hi' }], limit: 5, stream: false },
    }[kind];
    expect(encode(REQUEST)).toEqual([expected]);
  });

  it('refuses nothing silently', () => {
    if (kind === 'acme') return expect(encode({ ...REQUEST, unknown: 1 })).toMatchObject([{ unknown: 1 }]);
    return expect(() => encode({ ...REQUEST, unknown: 1 })).toThrow('`unknown` is not supported');
  });

  it('reads an answer and a stream, wherever its bytes are split', () => {
    const { answer, stream } = {
      acme: {
        answer: { choices: [{ index: 0, message: { role: 'assistant', content: 'Hö' }, finish_reason: 'stop' }] },
        stream:
          'data: {"choices":[{"index":0,"delta":{"content":"Hö"}}]}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      },
      globex: {
        answer: { text: 'Hö', stop: 'end', tokens: { in: 1, out: 2 } },
        stream: 'data: {"text":"Hö"}\n\ndata: {"stop":"end","tokens":{"in":1,"out":2}}\n\n',
      },
    }[kind as 'acme' | 'globex'];
    const facts = `{ kind: '${kind}', idSeed: 's', created: 1, model: 'up', includeUsage: false }`;
    const found = evaluate(
      root,
      `(() => {
        const { chat } = providers.getAdapter('${kind}').endpoints;
        const { response } = chat.decode([${JSON.stringify(answer)}], ${facts});
        const translator = chat.startStream(${facts});
        const chunks = [];
        for (const byte of Buffer.from(${JSON.stringify(stream)})) translator.push(Uint8Array.of(byte), (chunk) => chunks.push(chunk));
        translator.end((chunk) => chunks.push(chunk));
        const [choice] = response.choices;
        return [choice.message.content, choice.finish_reason, chunks.map((chunk) => chunk?.choices[0]?.delta.content ?? '').join('')];
      })()`,
    );
    expect(found).toEqual(['Hö', 'stop', 'Hö']);
  });
});
