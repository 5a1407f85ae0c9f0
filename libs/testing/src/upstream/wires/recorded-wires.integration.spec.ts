import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRecord } from '@multilane/contracts';
import { type FixtureCase, listCases } from '../../cases/fixture-cases.js';
import { readTurn } from '../../cases/read-turn.js';
import { replayCase } from '../../cases/replay-case.js';
import { httpRequest } from '../../http/http-request.js';
import type { FakeUpstream } from '../fake-upstream.js';
import type { RecordedRequest } from '../recorded-request.js';
import type { Reply } from '../reply.js';
import { startUpstream } from '../start-upstream.js';
import type { IssuedTurn } from './wire.js';
import { wireFor } from './wire-for.js';

/** A place in a JSON value: the names and indexes that lead there. */
type Path = readonly string[];
/** Change of a request, and the body that came of it. */
type Change = [what: string, body: unknown];

interface Provider {
  headers: Record<string, string>;
  /** Members that must not be missing, as places with `*` for an index. */
  required: readonly string[];
  /** True if an element of a list returns a tool result, or thinking. */
  isResult(element: Record<string, unknown>): boolean;
  isThought?(element: Record<string, unknown>): boolean;
}

const PROVIDERS: Record<string, Provider> = {
  anthropic: {
    headers: { 'x-api-key': 'test', 'anthropic-version': '2023-06-01' },
    required: [
      'model',
      'max_tokens',
      'messages',
      'messages.*.role',
      'messages.*.content',
      ...['type', 'text', 'id', 'name', 'input', 'tool_use_id', 'signature', 'data'].map(
        (name) => `messages.*.content.*.${name}`,
      ),
      'tools.*.name',
      'tools.*.input_schema',
      'thinking.type',
      'thinking.budget_tokens',
    ],
    isResult: ({ type }) => type === 'tool_result',
    isThought: ({ type }) => type === 'thinking' || type === 'redacted_thinking',
  },
  gemini: {
    headers: { 'x-goog-api-key': 'test' },
    required: [
      'contents',
      'contents.*.parts',
      'contents.*.parts.*.text',
      'contents.*.parts.*.functionCall.name',
      'contents.*.parts.*.functionResponse.name',
      'contents.*.parts.*.functionResponse.response',
      'tools.*.functionDeclarations.*.name',
      'requests',
      'requests.*.model',
      'requests.*.content',
    ],
    isResult: ({ functionResponse }) => functionResponse !== undefined,
  },
  vertex: {
    headers: { authorization: 'Bearer test' },
    required: ['contents', 'contents.*.role', 'contents.*.parts', 'instances', 'instances.*.content'],
    isResult: ({ functionResponse }) => functionResponse !== undefined,
  },
  cohere: {
    headers: { authorization: 'Bearer test' },
    required: [
      'model',
      'messages',
      'messages.*.role',
      'messages.*.tool_call_id',
      'messages.*.tool_calls.*.id',
      'messages.*.tool_calls.*.type',
      'messages.*.tool_calls.*.function',
      'messages.*.tool_calls.*.function.arguments',
      'tools.*.function.name',
      'tools.*.function.parameters',
      'input_type',
      'texts',
      'query',
      'documents',
    ],
    isResult: ({ role }) => role === 'tool',
  },
  'openai-embeddings': {
    headers: { authorization: 'Bearer test' },
    required: ['model', 'input', 'query', 'documents'],
    isResult: () => false,
  },
  bedrock: {
    headers: { authorization: 'Bearer test' },
    required: [
      'messages',
      'messages.*.role',
      'messages.*.content',
      'messages.*.content.*.text',
      'messages.*.content.*.toolUse.toolUseId',
      'messages.*.content.*.toolUse.input',
      'messages.*.content.*.toolResult.toolUseId',
      'messages.*.content.*.toolResult.content',
      'messages.*.content.*.reasoningContent.reasoningText.text',
      'toolConfig.tools',
      'toolConfig.tools.*.toolSpec.inputSchema',
      'inputText',
    ],
    isResult: ({ toolResult }) => toolResult !== undefined,
    isThought: ({ reasoningContent }) => reasoningContent !== undefined,
  },
};

/** Members that hold the caller's own JSON, of which a provider knows nothing. */
const FREE =
  /^(input_schema|input|schema|json|args|response|additionalModelRequestFields|modelArmorConfig|responseJsonSchema)$|parameters_?json_?schema/i;
/** Recorded at the reference format's address, and with a body that the provider rejected as the wire does. */
const LEFT_OUT = ['gemini/openai-compat-tool-call-without-id', 'openai-embeddings/error-400'];

const providerOf = (fixture: FixtureCase) => PROVIDERS[fixture.name.split('/')[0] ?? ''] as Provider;
const cases = Object.keys(PROVIDERS)
  .flatMap((provider) => listCases(provider))
  .filter((fixture) => !LEFT_OUT.includes(fixture.name) && readTurn(fixture).request !== undefined);
const named = (fixtures: readonly FixtureCase[]) =>
  fixtures.map((fixture) => [`${fixture.origin} ${fixture.name}`, fixture] as const);

/** The address of a turn without its host, as the caller sent it. */
function addressOf(fixture: FixtureCase, number: number): string {
  const { pathname, search } = new URL(readTurn(fixture, number).url ?? '');
  return pathname + search;
}

/** Objection of the wire to the recorded request with another body. */
function refusal(fixture: FixtureCase, number: number, body: unknown, reply: Reply, issued: readonly IssuedTurn[]) {
  const url = addressOf(fixture, number);
  const [path = ''] = url.split('?');
  const query = new URLSearchParams(url.slice(path.length));
  const headers = { 'content-type': 'application/json', ...providerOf(fixture).headers };
  const request: RecordedRequest = {
    ...{ method: 'POST', url, path, query, headers, body },
    ...{ rawBody: Buffer.from(''), aborted: false, refusal: undefined, times: { received: 0 } },
  };
  return wireFor(path).findFault(request, reply, issued);
}

/** Every place in a value, from the outside in. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([name, member]) => placesIn(member, [...path, name]))];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], value);
}

/** A copy in which `change` has been applied to what holds the place. */
function changed(body: unknown, path: Path, change: (holder: Record<string, unknown>, name: string) => void): unknown {
  const copy = { root: structuredClone(body) };
  const [name = 'root', ...outside] = ['root', ...path].reverse();
  change(valueAt(copy, outside.reverse()) as Record<string, unknown>, name);
  return copy.root;
}

const replaced = (body: unknown, path: Path, value: unknown) =>
  changed(body, path, (holder, name) => {
    holder[name] = value;
  });
const removed = (body: unknown, path: Path) =>
  changed(body, path, (holder, name) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  });

const isFree = (path: Path) => path.some((name) => FREE.test(name)) || path.join('.').includes('function.parameters');
const placeName = (path: Path) => path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.');

describe('every wire accepts what its provider accepted', () => {
  let upstream: FakeUpstream;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());
  beforeEach(() => upstream.reset());

  it.each(named(cases))('%s, and is answered byte by byte what was recorded', async (_, fixture) => {
    for (let number = 0; number < fixture.turns; number++) {
      const turn = readTurn(fixture, number);
      upstream.enqueue(replayCase(fixture, { turn: number, chunkBytes: 50 }));
      const url = upstream.url + addressOf(fixture, number);
      const answer = await httpRequest({ url, headers: providerOf(fixture).headers, body: turn.request as object });
      expect(upstream.refusals).toEqual([]);
      expect(answer.status).toBe(turn.status);
      expect(answer.headers).toMatchObject(turn.headers);
      if (turn.stream) expect(answer.bytes.equals(Buffer.concat(turn.stream))).toBe(true);
      else expect(answer.json()).toEqual(turn.response);
    }
  });
});

describe('every wire rejects a recorded request', () => {
  const changes: Record<string, (body: unknown, provider: Provider) => Change[]> = {
    'with a member that does not exist, wherever it stands': (body) =>
      placesIn(body)
        .filter((path) => isRecord(valueAt(body, path)) && !isFree(path))
        .map((path) => [
          placeName(path),
          replaced(body, path, { ...(valueAt(body, path) as object), no_such_member: 1 }),
        ]),
    'with an object in place of any member': (body) =>
      placesIn(body)
        .filter((path) => !isFree(path))
        .map((path) => [placeName(path), replaced(body, path, { no_such_member: 1 })]),
    'with a list in place of any text, number or object': (body) =>
      placesIn(body)
        .filter((path) => !isFree(path) && !Array.isArray(valueAt(body, path)))
        .map((path) => [placeName(path), replaced(body, path, [[7]])]),
    'without a required member': (body, { required }) =>
      placesIn(body)
        .filter((path) => required.includes(placeName(path)) && !isFree(path.slice(0, -1)))
        .map((path) => [placeName(path), removed(body, path)]),
    'with a role that does not exist': (body) =>
      placesIn(body)
        .filter((path) => path.at(-1) === 'role' && !isFree(path))
        .map((path) => [placeName(path), replaced(body, path, 'narrator')]),
  };

  it.each(Object.keys(changes))('%s', (name) => {
    let tried = 0;
    const accepted: string[] = [];
    for (const fixture of cases) {
      for (let number = 0; number < fixture.turns; number++) {
        const { request } = readTurn(fixture, number);
        for (const [what, body] of changes[name]?.(request, providerOf(fixture)) ?? []) {
          tried++;
          const fault = refusal(fixture, number, body, { kind: 'silent', end: 'cut' }, []);
          if (!fault) accepted.push(`${fixture.name} ${number}: ${what}`);
        }
      }
    }
    expect(accepted).toEqual([]);
    expect(tried).toBeGreaterThan(25);
  });
});

describe('the second turn of a recorded conversation', () => {
  const conversations = cases.filter(
    (fixture) => fixture.turns > 1 && elementsOf(readTurn(fixture, 1).request, providerOf(fixture).isResult).length > 0,
  );
  const silent: Reply = { kind: 'silent', end: 'cut' };
  const issuedBy = (fixture: FixtureCase) => wireOf(fixture).readIssued(replayCase(fixture));
  const wireOf = (fixture: FixtureCase) => wireFor(addressOf(fixture, 0).replace(/\?.*/, ''));

  function elementsOf(body: unknown, fits: Provider['isResult'] = () => false): Path[] {
    return placesIn(body).filter((path) => {
      const element = valueAt(body, path);
      return isRecord(element) && fits(element);
    });
  }

  /** Everything that a wrong encoder may lose or change. */
  function mistakesIn(fixture: FixtureCase): Change[] {
    const { request } = readTurn(fixture, 1);
    const { isResult, isThought } = providerOf(fixture);
    const signatures = placesIn(request).filter((path) =>
      /^(signature|thoughtSignature|data|redactedContent)$/.test(path.at(-1) ?? ''),
    );
    return [
      ...elementsOf(request, isResult).map((path): Change => ['a tool result lost', removed(request, path)]),
      ...elementsOf(request, isThought).map((path): Change => ['thinking lost', removed(request, path)]),
      ...signatures.flatMap((path): Change[] => [
        ['a signature lost', removed(request, path)],
        ['a signature changed', replaced(request, path, 'b3RoZXI=')],
      ]),
    ];
  }

  it.each(named(conversations))('%s is held to what the first reply handed out', (_, fixture) => {
    const issued = issuedBy(fixture);
    expect(issued.calls.length).toBeGreaterThan(0);
    expect(refusal(fixture, 1, readTurn(fixture, 1).request, silent, [issued])).toBeUndefined();
    for (const [what, body] of mistakesIn(fixture)) {
      expect([what, refusal(fixture, 1, body, silent, [issued])]).toEqual([what, expect.anything()]);
    }
  });

  it.each(named(conversations))('%s is held to what the recorded turn gave back', (_, fixture) => {
    const reply = replayCase(fixture, { turn: 1 });
    expect(refusal(fixture, 1, readTurn(fixture, 1).request, reply, [])).toBeUndefined();
    for (const [what, body] of mistakesIn(fixture)) {
      expect([what, refusal(fixture, 1, body, reply, [])]).toEqual([what, expect.anything()]);
    }
  });

  it('is tried with signatures of every provider that signs', () => {
    const signing = conversations.filter((fixture) =>
      mistakesIn(fixture).some(([what]) => what === 'a signature lost'),
    );
    const providers = new Set(signing.map((fixture) => fixture.name.split('/')[0]));
    expect([...providers].sort()).toEqual(['anthropic', 'bedrock', 'gemini', 'vertex']);
  });

  it('may not change the arguments of a call', () => {
    const [fixture] = conversations.filter(({ name }) => name === 'anthropic/stream-thinking-tools-two-turn');
    if (!fixture) throw new Error('the own case is missing');
    const path = ['messages', '1', 'content', '1', 'input', 'city'];
    const body = replaced(readTurn(fixture, 1).request, path, 'Rome');
    expect(refusal(fixture, 1, body, silent, [issuedBy(fixture)])?.message).toMatch(/no reply has handed out the call/);
  });

  it('may not change the text of thinking', () => {
    const [fixture] = conversations.filter(({ name }) => name === 'bedrock/stream-reasoning-tools-two-turn');
    if (!fixture) throw new Error('the own case is missing');
    const path = ['messages', '1', 'content', '0', 'reasoningContent', 'reasoningText', 'text'];
    const body = replaced(readTurn(fixture, 1).request, path, 'Other thoughts.');
    expect(refusal(fixture, 1, body, silent, [issuedBy(fixture)])?.message).toBe('thinking was changed on its way');
  });
});
