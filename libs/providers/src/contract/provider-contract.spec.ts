import { describe, expect, test } from '@jest/globals';
import { type ChatRequest, PROVIDER_KINDS } from '@multilane/contracts';
import {
  chooseSplits,
  deepFreeze,
  findAnswerFaults,
  findChunkFaults,
  findOrderFaults,
  joinChunks,
  listCaseNames,
  shortenTexts,
} from '@multilane/testing';
import { MANIFESTS } from '../manifests.js';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter, listAdapterKinds } from '../registry.js';
import {
  byName,
  CASES,
  expectCount,
  factsOf,
  factsOfFailure,
  isNative,
  isRun,
  modelOf,
  NATIVE,
  OWN,
  outcomeText,
  RECORDED_ANSWERS,
  REFUSED,
  REQUESTED,
  readChunks,
  recordedNames,
  run,
  STREAMED,
  WHOLE,
  WITHOUT_CASES,
  wireOf,
} from './provider-contract.tools.spec.js';

describe('the cases', () => {
  test('leave out no recorded one without a reason', () => {
    const read = new Set(CASES.map(({ caseName }) => caseName));
    expect(recordedNames.filter((name) => isRun(name) && !read.has(name))).toEqual([]);
  });

  test('leave out none of the project', () => {
    const read = new Set(CASES.map(({ caseName }) => caseName));
    expect(listCaseNames(OWN).filter((name) => !read.has(name))).toEqual([]);
  });

  test('each have an answer that is expected, and no answer is expected of nothing', () => {
    expect(CASES.filter(({ expected }) => expected === undefined).map(({ name }) => name)).toEqual([]);
    const names = new Set(CASES.map(({ name }) => name));
    const folders = new Set(recordedNames.map((name) => name.split('/')[0]));
    const present = Object.keys(RECORDED_ANSWERS).filter((name) => folders.has(name.split('/')[0]));
    expect(present.filter((name) => !names.has(name))).toEqual([]);
  });

  test('from the project reach every kind that has a chat codec', () => {
    const own = new Set(listCaseNames(OWN).map((name) => name.split('/')[0]));
    const kinds = [...NATIVE.keys(), ...listAdapterKinds()].filter(
      (kind) => (NATIVE.get(kind) ?? getAdapter(kind))?.endpoints.chat && !WITHOUT_CASES.has(kind),
    );
    expect(kinds.filter((kind) => !own.has(kind))).toEqual([]);
  });
});

describe('requests', () => {
  test.each(byName(REQUESTED))('%s: the chat request becomes the body, and is left untouched', (_name, each) => {
    const { kind, chat, request, codec } = each;
    const target = { kind, upstreamModel: modelOf(kind), baseUrl: 'https://example.com', headers: {} };
    const bodies = codec.encode(deepFreeze(structuredClone(chat)) as ChatRequest, target);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([request]);
  });
});

describe('whole answers', () => {
  test.each(byName(WHOLE))('%s: becomes the expected answer', (_name, each) => {
    const body = deepFreeze(JSON.parse(each.response ?? ''));
    const { response, usage, verbatim } = each.codec.decode([body], factsOf(each.kind));
    expect(shortenTexts(response)).toEqual(each.answer);
    expect(findAnswerFaults({ ...response, usage: usage ?? null })).toEqual([]);
    expectCount(usage, response.usage, each);
    expect(each.codec.decode([body], factsOf(each.kind))).toEqual({ response, usage, verbatim });
    if (isNative(each)) expect(verbatim).toBe(false);
    else if (verbatim) expect(response).toMatchObject(body);
    else expect(response).not.toEqual(body);
  });

  test.each(byName(REFUSED))('%s: fails in our own terms, inside a success too', (_name, each) => {
    const { adapter, codec, failure, insideSuccess } = each;
    const mapped = adapter.mapError(failure?.status ?? 0, each.response ?? '', {});
    expect(factsOfFailure(mapped)).toEqual(failure);
    expect(mapped.detail).not.toMatch(/key1234|sk-\w{8}|AIza/);
    let thrown: unknown;
    try {
      codec.decode([JSON.parse(each.response ?? '')], factsOf(each.kind));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ProviderFailure);
    expect(factsOfFailure(thrown as ProviderFailure)).toEqual(insideSuccess);
  });
});

describe.each(byName(STREAMED))('stream %s', (_name, each) => {
  const stream = each.stream ?? [];
  const bytes = Buffer.concat(stream);
  const whole = run(each, [bytes]);
  const unasked = run(each, [bytes], false);

  test('becomes the expected answer, or fails as the provider did', () => {
    expect(whole.failure && factsOfFailure(whole.failure)).toEqual(each.failure);
    if (each.failure === undefined) {
      const joined = joinChunks(whole.chunks);
      expect(shortenTexts(joined)).toEqual(each.answer);
      expect(findAnswerFaults({ ...joined, usage: whole.usage ?? null })).toEqual([]);
      expect(findChunkFaults(whole.chunks)).toEqual([]);
      expectCount(whole.usage, joined.usage, each);
    }
  });

  test('is the same when it is split in two, at borders and in 200 other places', () => {
    const expected = { asked: outcomeText(whole), unasked: outcomeText(unasked) };
    for (const at of chooseSplits(stream)) {
      const isAsked = at % 2 === 0;
      const outcome = run(each, [bytes.subarray(0, at), bytes.subarray(at)], isAsked);
      if (outcomeText(outcome) !== expected[isAsked ? 'asked' : 'unasked']) throw new Error(`split at byte ${at}`);
    }
  });

  // A provider may repeat its mark, and fail behind it.
  const isMark = (event: Buffer) => wireOf(each.kind).endMark.test(event.toString('latin1'));
  const mark = each.failure === undefined ? stream.findLastIndex(isMark) : stream.findIndex(isMark);

  test('fails at its end when it ends in any place before the end mark of the provider', () => {
    if (each.failure === undefined) expect(mark).toBeGreaterThanOrEqual(0);
    for (const [count, event] of [...stream.entries()].slice(0, mark < 0 ? undefined : mark + 1)) {
      const head = Buffer.concat(stream.slice(0, count));
      // Text may lack the last line's end, a binary message no byte.
      const last = count < mark || each.kind === 'bedrock' ? [event.length - 1] : [];
      for (const at of [0, 1, event.length / 2, ...last]) {
        const { failure, failedAtEnd } = run(each, [head, event.subarray(0, at)]);
        expect([count, at, failure?.code, failedAtEnd]).toEqual([count, at, 'provider_error', true]);
      }
    }
  });

  test('says all of its answer, or of its failure, when it ends behind the end mark', () => {
    for (let count = mark + 1; mark >= 0 && count < stream.length; count++) {
      const event = stream[count] ?? Buffer.of();
      for (const at of [0, event.length / 2]) {
        const { failure, chunks } = run(each, [...stream.slice(0, count), event.subarray(0, at)]);
        if (failure !== undefined) expect(each.failure).toBeDefined();
        else if (each.failure === undefined)
          expect(joinChunks(chunks).choices).toEqual(joinChunks(whole.chunks).choices);
      }
    }
  });

  if (each.failure === undefined && isNative(each)) {
    test('comes in the documented order, with usage unasked, told in chunks alone', () => {
      // The gateway adds the usage that the provider has not reported.
      if (whole.usage !== undefined) expect(findOrderFaults(whole.chunks)).toEqual([]);
      expect(unasked).toEqual(whole);
      expect(whole.relayed).toBe(0);
    });
  }

  if (each.failure === undefined && !isNative(each)) {
    test('gives the receiver in chunks what it gives the client in text, and usage to a client that asked', () => {
      for (const { chunks, text } of [whole, unasked]) {
        expect(chunks).toEqual(readChunks(text));
        expect(text).not.toContain('[DONE]');
      }
      const usages = whole.chunks.filter(({ usage }) => usage);
      if (whole.usage === undefined) expect(usages).toEqual([]);
      else
        expect(whole.chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: whole.usage.prompt_tokens } });
      const keeps = MANIFESTS[each.kind].wire?.keepsUsageOnChoices;
      if (!keeps && whole.usage !== undefined) expect(usages).toHaveLength(1);
      expect(readChunks(unasked.text).filter((chunk) => 'usage' in chunk)).toEqual([]);
      expect(unasked.usage).toEqual(whole.usage);
    });
  }
});

test('every group that answers chat is under the contract', () => {
  const groups = new Set(CASES.map(({ kind }) => PROVIDER_KINDS[kind]));
  expect([...groups].sort()).toEqual(['B', 'C', 'G', 'N', 'R', 'R1']);
});
