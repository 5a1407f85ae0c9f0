import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { type BuiltinEmbedderOptions, openBuiltinEmbedder } from './open-builtin-embedder.js';

const opened: ReturnType<typeof openBuiltinEmbedder>[] = [];
const open = (options?: BuiltinEmbedderOptions) => {
  const embedder = openBuiltinEmbedder(options);
  opened.push(embedder);
  return embedder;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((embedder) => embedder.close()));
});

const similarity = (a?: Float32Array, b?: Float32Array) =>
  a && b ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : Number.NaN;

const folder = mkdtempSync(join(tmpdir(), 'embedder-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const scriptOf = (code: string): URL => {
  files += 1;
  const file = join(folder, `${files}.mjs`);
  writeFileSync(file, code);
  return pathToFileURL(file);
};

/** A process that answers each text with a vector of its length, in the way that `how` says. */
const processOf = (how: string) =>
  scriptOf(`
    const answer = (texts) => process.send({
      vectors: new Float32Array(texts.flatMap((text) => Array.from({ length: 512 }, () => text.length))),
    });
    process.on('disconnect', () => process.exit());
    process.on('message', ({ texts }) => { ${how} });
  `);
const answers = processOf('answer(texts)');
const dies = processOf(`if (texts.includes('die')) process.exit(1); else answer(texts)`);
const throws = processOf(`if (texts.includes('throw')) throw new Error('secret text'); else answer(texts)`);
const hangs = processOf(`while (texts.includes('hang')); answer(texts)`);
const fails = processOf(`process.send({ error: 'no weights' })`);
const shortens = processOf('process.send({ vectors: new Float32Array(3) })');
const lengths = (vectors: readonly Float32Array[]) => vectors.map((vector) => vector[0]);

describe('the built-in embedder', () => {
  it('gives texts of one meaning vectors that are close to each other, of length 1', async () => {
    const texts = ['How do I reset my password?', 'Steps to recover a forgotten login', 'The weather in Rome'];
    const [ask, same, other] = await open().embed(texts);
    expect(similarity(ask, same)).toBeGreaterThan(similarity(ask, other) + 0.3);
    expect(similarity(ask, ask)).toBeCloseTo(1, 3);
  }, 60_000);

  it('waits for WebAssembly, however long it takes to compile beside the weights', async () => {
    const real = new URL('../../dist/embed/embedding.process.js', import.meta.url);
    const script = scriptOf(`
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return instantiate(...given);
      };
      await import(${JSON.stringify(real.href)});
    `);
    const [vector] = await open({ script }).embed(['slow machine']);
    expect(similarity(vector, vector)).toBeCloseTo(1, 3);
  }, 60_000);

  it('gives every text a vector of length 1, whatever is in it', async () => {
    const texts = ['', ' \n', '\u0000', '😀👩‍👩‍👧', '東京都', '\ud800', 'x'.repeat(20_000), '__proto__ constructor'];
    const vectors = await open().embed(texts);
    for (const vector of vectors) expect(similarity(vector, vector)).toBeCloseTo(1, 3);
    expect(vectors.length).toBe(texts.length);
  }, 60_000);

  it('embeds within seconds what becomes 18 times as long when it is normalized', async () => {
    const embedder = open({ batchMs: 20_000 });
    const [long] = await embedder.embed(['\ufdfa'.repeat(8_000)]);
    expect(similarity(long, long)).toBeCloseTo(1, 3);
  }, 60_000);

  it('lets other work run while it embeds', async () => {
    const embedder = open();
    await embedder.embed(['warm']);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await embedder.embed(Array.from({ length: 10 }, (_, at) => `${at} ${'several words of text '.repeat(40)}`));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  }, 60_000);

  it('answers each call in the order of its texts', async () => {
    const embedder = open({ script: answers });
    const texts = (count: number) => Array.from({ length: count }, (_, at) => 'x'.repeat(at));
    const [long, short, none] = await Promise.all([
      embedder.embed(texts(50)),
      embedder.embed(['abc']),
      embedder.embed([]),
    ]);
    expect(lengths(long)).toEqual(texts(50).map(({ length }) => length));
    expect(lengths(short)).toEqual([3]);
    expect(none).toEqual([]);
  });

  it('does not let a short call wait for a long one', async () => {
    const embedder = open({ script: answers });
    const ended: string[] = [];
    await Promise.all([
      embedder.embed(Array.from({ length: 400 }, () => 'long')).then(() => ended.push('long')),
      embedder.embed(['short']).then(() => ended.push('short')),
    ]);
    expect(ended).toEqual(['short', 'long']);
  });

  it('rejects more texts than may wait, and accepts them later', async () => {
    const embedder = open({ script: answers, waitingTexts: 3 });
    const first = embedder.embed(['a', 'b']);
    await expect(embedder.embed(['c', 'd'])).rejects.toMatchObject({ failure: 'busy' });
    await first;
    expect(lengths(await embedder.embed(['c', 'd']))).toEqual([1, 1]);
  });

  it('rejects a text that is too long and quotes none of it', async () => {
    const embedder = open({ script: answers, textLength: 5 });
    const rejected = await embedder.embed(['short', 'secret']).catch((error: Error) => error);
    expect(rejected).toMatchObject({ failure: 'too_long' });
    expect(String(rejected)).not.toContain('secret');
  });

  it('ends a call that is aborted, before, while and after it has its turn', async () => {
    const embedder = open({ script: hangs, batchMs: 20_000 });
    const reason = new Error('not wanted');
    await expect(embedder.embed(['a'], AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const running = embedder.embed(['hang'], controller.signal);
    const waiting = embedder.embed(['b'], controller.signal);
    controller.abort(reason);
    await Promise.all([running, waiting].map((call) => expect(call).rejects.toBe(reason)));
    const late = new AbortController();
    const other = open({ script: answers });
    const done = await other.embed(['abc'], late.signal);
    late.abort(reason);
    expect(lengths(done)).toEqual([3]);
  });

  it.each([
    ['ends', dies, 'die'],
    ['throws', throws, 'throw'],
    ['takes too long', hangs, 'hang'],
  ])(
    'reports a process that %s to the call it worked on, and serves the others with a new one',
    async (_, script, text) => {
      const embedder = open({ script, batchMs: 1_000 });
      const [failed, served] = await Promise.allSettled([embedder.embed([text]), embedder.embed(['abc'])]);
      expect(failed).toMatchObject({ status: 'rejected', reason: { failure: 'failed' } });
      expect(String((failed as PromiseRejectedResult).reason)).not.toContain('secret');
      expect(served.status === 'fulfilled' && lengths(served.value)).toEqual([3]);
    },
    60_000,
  );

  it.each([
    ['cannot be loaded', fails, 'no weights'],
    ['answers vectors of another size', shortens, 'another size'],
  ])('reports a model that %s', async (_, script, reason) => {
    await expect(open({ script }).embed(['a'])).rejects.toThrow(reason);
  });

  it('starts a new process after one that could not load the model', async () => {
    const embedder = open({ script: processOf(`process.send({ error: 'thread ' + process.pid, isFinal: true })`) });
    const messages: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      messages.push(await embedder.embed(['a']).catch((error: Error) => error.message));
    }
    expect(new Set(messages).size).toBe(2);
    for (const message of messages) expect(message).toMatch(/failed: thread \d+$/);
  });

  it('starts a new process after the old one ended for want of work', async () => {
    const embedder = open({ script: answers, idleMs: 1 });
    await embedder.embed(['a']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lengths(await embedder.embed(['abc']))).toEqual([3]);
  });

  it('rejects what waits when it is closed, and everything after it', async () => {
    const embedder = open({ script: hangs });
    const calls = [embedder.embed(['hang']), embedder.embed(['b'])].map((call) =>
      call.catch((error: { failure: string }) => error.failure),
    );
    await embedder.close();
    expect(await Promise.all(calls)).toEqual(['closed', 'closed']);
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ failure: 'closed' });
  });
});
