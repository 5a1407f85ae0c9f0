import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@multilane/testing';
import { expectWithin, measureHold } from '@multilane/testing/measure-hold';
import { randomLetters } from './random-letters.tools.spec.js';
import { TokenCounter, type TokenCounterOptions } from './token-counter.js';
import { loadTokenizer } from './tokenizer.js';

const open: TokenCounter[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((counter) => counter.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeCounter(options: TokenCounterOptions = {}): TokenCounter {
  const counter = new TokenCounter(options);
  open.push(counter);
  return counter;
}

/** A thread that runs `code` in place of the counting. */
function scriptOf(code: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-tokens-'));
  folders.push(folder);
  const file = join(folder, 'thread.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${code}`);
  return pathToFileURL(file);
}

/** Answers each question with its place among all. */
const COUNTS_IN_TURN =
  "let n = 0; parentPort.on('message', ({ id }) => { n += 1; parentPort.postMessage({ id, tokens: [n] }); });";

describe('the thread that counts tokens', () => {
  it('counts as the tokenizer of the model does, each list by itself', async () => {
    const lists = [['Hello there', '<|endoftext|>', ''], [], ['日本語', '\ud83d'], ['a long text. '.repeat(30_000)]];
    for (const model of ['gpt-4o', 'gpt-4', 'claude-sonnet-4-5']) {
      const tokenizer = await loadTokenizer(model);
      expect(await makeCounter().count(lists, model, 'a')).toEqual(lists.map((texts) => tokenizer.countAll(texts)));
    }
  });

  it('does not hold up this thread, neither while it loads nor with the worst texts', async () => {
    const text = randomLetters(1_000_000);
    const counter = makeCounter();
    await expectWithin(60, () => measureHold(() => counter.count([[text], [text]], 'gpt-4o', 'a')));
  });

  it('answers many who ask at once, each with its own count', async () => {
    const counter = makeCounter();
    const texts = Array.from({ length: 200 }, (_, index) => 'word '.repeat(index + 1).trimEnd());
    const counts = await Promise.all(texts.map((text, index) => counter.count([[text]], 'gpt-4o', `${index % 10}`)));
    expect(counts.flat()).toEqual(texts.map((_, index) => index + 1));
  });

  it('ends after a time without work, and begins again', async () => {
    const counter = makeCounter({ idleMs: 20 });
    expect(await counter.count([['one two']], 'gpt-4o', 'a')).toEqual([2]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await counter.count([['one two three']], 'gpt-4o', 'a')).toEqual([3]);
  });

  it('fails nobody who asks at the moment in which it ends for want of work', async () => {
    const script = scriptOf("parentPort.on('message', ({ id }) => parentPort.postMessage({ id, tokens: [7] }));");
    const counter = makeCounter({ script, idleMs: 5 });
    for (let round = 0; round < 20; round += 1) {
      expect(await counter.count([['one']], 'gpt-4o', 'a')).toEqual([7]);
      // A timer that begins after that of the thread ends right behind it.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  it('fails those who wait when it ends, and counts again in another one', async () => {
    const counter = makeCounter();
    await counter.count([['one']], 'gpt-4o', 'a');
    const waiting = expect(counter.count([['two']], 'gpt-4o', 'a')).rejects.toThrow(
      'The thread that counts tokens ended.',
    );
    await counter.close();
    await waiting;
    expect(await counter.count([['three']], 'gpt-4o', 'a')).toEqual([1]);
  });

  it('is not started again and again where it fails', async () => {
    const script = scriptOf("throw new Error('no room');");
    const counter = makeCounter({ script, pauseMs: 100 });
    const failure = 'The thread that counts tokens failed: no room';
    await expect(counter.count([['one']], 'gpt-4o', 'a')).rejects.toThrow(failure);
    writeFileSync(
      script,
      "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', ({ id }) => parentPort.postMessage({ id, tokens: [7] }));",
    );
    await expect(counter.count([['one']], 'gpt-4o', 'a')).rejects.toThrow(failure);
    const again = () => counter.count([['one']], 'gpt-4o', 'a').catch(() => undefined);
    expect(await waitUntil('another thread', again, 5_000)).toEqual([7]);
  });

  it("counts a tenant's text after one of each other tenant, however many those have", async () => {
    const counter = makeCounter({ script: scriptOf(COUNTS_IN_TURN) });
    const many = Array.from({ length: 30 }, () => counter.count([['many']], 'gpt-4o', 'a'));
    const one = counter.count([['one']], 'gpt-4o', 'b');
    const counts = (await Promise.all(many)).flat();
    // Two of the first tenant's were with the thread already, and the next turn is its own.
    expect(await one).toEqual([4]);
    expect(counts).toEqual([1, 2, 3, ...Array.from({ length: 27 }, (_, index) => index + 5)]);
  });

  it('rejects what is too much of one tenant at once, and counts for others beside it', async () => {
    const counter = makeCounter({ script: scriptOf(COUNTS_IN_TURN) });
    const ask = (tenant: string) => counter.count([['text']], 'gpt-4o', tenant).catch((error: Error) => error.message);
    const answers = Promise.all(Array.from({ length: 1_000 }, () => ask('a')));
    const other = ask('b');
    const refused = 'Too many texts wait for their tokens to be counted.';
    expect((await answers).filter((answer) => answer === refused)).toHaveLength(1_000 - 34);
    expect(await other).not.toBe(refused);
    expect(await ask('a')).toEqual([36]);
  });

  it('says why a text was not counted, and goes on', async () => {
    const script = scriptOf(
      "parentPort.on('message', ({ id }) => parentPort.postMessage(id === 1 ? { id, error: 'broken' } : { id, tokens: [id] }));",
    );
    const counter = makeCounter({ script });
    await expect(counter.count([['one']], 'gpt-4o', 'a')).rejects.toThrow('broken');
    expect(await counter.count([['one']], 'gpt-4o', 'a')).toEqual([2]);
  });
});
