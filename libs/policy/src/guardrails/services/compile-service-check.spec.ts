import { describe, expect, test } from '@jest/globals';
import type { CheckerServiceName, GuardrailPhase, GuardrailVerdict } from '@multilane/contracts';
import type { GuardedTexts } from '../guardrail.js';
import type { TextPart } from '../text-part.js';
import type { ServiceSettings } from './checker-service.js';
import { compileServiceCheck } from './compile-service-check.js';

interface Call {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

const TALK: readonly TextPart[] = [
  { role: 'system', text: 'Be kind.' },
  { role: 'user', text: 'Hello' },
  { role: 'user', text: 'you' },
  { role: 'tool', text: '{"found":"\\u0041"}', format: 'json' },
];

/** Asks about the texts, and answers each call with the next of the answers; an error rejects. */
async function ask(
  service: CheckerServiceName,
  settings: ServiceSettings,
  answers: readonly unknown[],
  {
    parts = TALK,
    phase = 'before' as GuardrailPhase,
    url = 'https://checker.example/judge',
    organizationId = 'own',
  } = {},
) {
  const calls: Call[] = [];
  const config = { url, headers: { key: 'k' }, timeout_ms: 1_000, on_failure: 'closed' as const, ...settings };
  const check = compileServiceCheck(service, config, async (address, headers, body) => {
    expect(headers).toEqual({ key: 'k' });
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push({ url: address, body: JSON.parse(body) as Record<string, unknown> });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const verdict = await check({
    phase,
    endpoint: 'chat.completions',
    model: 'm',
    requestId: 'r',
    organizationId,
    parts,
  } as GuardedTexts);
  return { calls, verdict };
}

const says = (text: string): readonly TextPart[] => [{ role: 'user', text }];

describe('a service is asked in its own language', () => {
  const joined = [['Be kind.'], ['Hello\n\nyou'], ['{"found":"A"}']].flat();
  test.each<[CheckerServiceName, ServiceSettings, unknown, readonly object[]]>([
    [
      'azure_content_safety',
      { categories: ['Hate'] },
      { categoriesAnalysis: [{ category: 'Hate', severity: 0 }] },
      joined.map((text) => ({ text, categories: ['Hate'], outputType: 'FourSeverityLevels' })),
    ],
    [
      'azure_prompt_shields',
      {},
      { userPromptAnalysis: { attackDetected: false }, documentsAnalysis: [] },
      [{ userPrompt: joined[1] }, { documents: [joined[2]] }],
    ],
    ['bedrock', {}, { action: 'NONE' }, joined.map((text) => ({ source: 'INPUT', content: [{ text: { text } }] }))],
    [
      'lakera',
      { project: 'project-1' },
      { flagged: false },
      [
        {
          messages: [
            { role: 'system', content: 'Be kind.' },
            { role: 'user', content: 'Hello' },
            { role: 'user', content: 'you' },
            { role: 'user', content: '{"found":"A"}' },
          ],
          project_id: 'project-1',
        },
      ],
    ],
    [
      'pangea',
      {},
      { status: 'Success', result: { blocked: false } },
      [{ input: { messages: expect.any(Array) }, event_type: 'input' }],
    ],
    [
      'presidio',
      { categories: ['PERSON'], threshold: 0.8, language: 'de' },
      [],
      joined.map((text) => ({ text, language: 'de', score_threshold: 0.8, entities: ['PERSON'] })),
    ],
    [
      'prisma_airs',
      { project: 'strict' },
      { action: 'allow', category: 'benign' },
      joined.map((prompt) => ({
        tr_id: 'r',
        metadata: { ai_model: 'm', app_name: 'multilane' },
        contents: [{ prompt }],
        ai_profile: { profile_name: 'strict' },
      })),
    ],
  ])('%s', async (service, settings, answer, bodies) => {
    const { calls, verdict } = await ask(service, settings, [answer]);
    expect(calls.map(({ body }) => body)).toEqual(bodies);
    expect(verdict).toBe('pass');
  });

  test('with the version of its interface in the address, unless the operator gave one', async () => {
    const answer = { categoriesAnalysis: [{ category: 'Hate', severity: 0 }] };
    const { calls } = await ask('azure_content_safety', {}, [answer]);
    expect(calls[0]?.url).toBe('https://checker.example/judge?api-version=2024-09-01');
    const own = 'https://checker.example/judge?api-version=2030-01-01';
    expect((await ask('azure_content_safety', {}, [answer], { url: own })).calls[0]?.url).toBe(own);
  });

  test.each<[CheckerServiceName, unknown, object]>([
    ['bedrock', { action: 'NONE' }, { source: 'OUTPUT' }],
    ['pangea', { result: { blocked: false } }, { event_type: 'output' }],
    ['prisma_airs', { action: 'allow' }, { contents: [{ response: 'Fine.' }] }],
    ['azure_prompt_shields', { documentsAnalysis: [{ attackDetected: false }] }, { documents: ['Fine.'] }],
  ])('%s judges answers as answers', async (service, answer, body) => {
    const { calls } = await ask(service, {}, [answer], {
      phase: 'after',
      parts: [{ role: 'assistant', text: 'Fine.' }],
    });
    expect(calls.map((call) => call.body)).toEqual([expect.objectContaining(body)]);
  });
});

describe('the verdict of a service', () => {
  test.each<[CheckerServiceName, ServiceSettings, unknown, GuardrailVerdict]>([
    ['azure_content_safety', {}, { categoriesAnalysis: [{ severity: 4 }] }, 'finding'],
    ['azure_content_safety', {}, { categoriesAnalysis: [{ severity: 2 }] }, 'pass'],
    ['azure_content_safety', { threshold: 2 }, { categoriesAnalysis: [{ severity: 0 }, { severity: 2 }] }, 'finding'],
    ['azure_content_safety', {}, { categoriesAnalysis: [{ severity: 'high' }] }, 'failure'],
    ['azure_content_safety', {}, { categoriesAnalysis: [] }, 'failure'],
    ['azure_prompt_shields', {}, { userPromptAnalysis: { attackDetected: true } }, 'finding'],
    ['azure_prompt_shields', {}, { documentsAnalysis: [{ attackDetected: true }] }, 'finding'],
    ['azure_prompt_shields', {}, { documentsAnalysis: [] }, 'failure'],
    ['bedrock', {}, { action: 'GUARDRAIL_INTERVENED' }, 'finding'],
    ['bedrock', {}, { message: 'Too many requests' }, 'failure'],
    ['lakera', {}, { flagged: true }, 'finding'],
    ['lakera', {}, { flagged: 'true' }, 'failure'],
    ['pangea', {}, { result: { blocked: true } }, 'finding'],
    ['pangea', {}, { status: 'ValidationError', result: null }, 'failure'],
    ['presidio', {}, [{ entity_type: 'PERSON', start: 0, end: 4, score: 0.85 }], 'finding'],
    ['presidio', {}, { error: 'No matching recognizers were found' }, 'failure'],
    ['prisma_airs', {}, { action: 'block', category: 'malicious' }, 'finding'],
    ['prisma_airs', {}, { error: { message: 'profile not found' } }, 'failure'],
    ['lakera', {}, null, 'failure'],
    ['lakera', {}, new Error('503'), 'failure'],
  ])('%s (%j) with %j is %s', async (service, settings, answer, verdict) => {
    const parts: TextPart[] = [{ role: 'user', text: 'Hello' }];
    expect((await ask(service, settings, [answer], { parts })).verdict).toBe(verdict);
  });

  test('a finding of one call outweighs the failure of another, and a failure all that pass', async () => {
    const parts = (['system', 'user', 'tool'] as const).map((role) => ({ role, text: 'Hello' }));
    const allow = { action: 'NONE' };
    const find = { action: 'GUARDRAIL_INTERVENED' };
    expect((await ask('bedrock', {}, [new Error('429'), allow, find], { parts })).verdict).toBe('finding');
    expect((await ask('bedrock', {}, [allow, new Error('429'), allow], { parts })).verdict).toBe('failure');
  });

  test('a request without texts that the service judges passes without a call', async () => {
    const parts: TextPart[] = [
      { role: 'system', text: 'Be kind.' },
      { role: 'user', text: ' ' },
    ];
    expect(await ask('azure_prompt_shields', {}, [new Error('asked')], { parts })).toEqual({
      calls: [],
      verdict: 'pass',
    });
  });
});

describe('a long text', () => {
  const pass = { categoriesAnalysis: [{ severity: 0 }] };
  const texts = (calls: readonly Call[]) => calls.map(({ body }) => body.text as string);

  test('is cut into pieces that overlap, and no character is parted', async () => {
    const text = `${'a'.repeat(9_999)}😀${'b'.repeat(9_000)}`;
    const { calls } = await ask('azure_content_safety', {}, [pass], { parts: [{ role: 'user', text }] });
    const pieces = texts(calls);
    expect(pieces.map(({ length }) => length <= 10_000)).toEqual(pieces.map(() => true));
    expect(pieces.every((piece) => !/[\ud800-\udbff]$|^[\udc00-\udfff]/.test(piece))).toBe(true);
    expect(pieces[0]?.slice(-400)).toBe(pieces[1]?.slice(0, 499).slice(-400));
    const [first = '', ...rest] = pieces;
    const whole = rest.reduce((read, piece) => {
      const at = text.indexOf(piece.slice(0, 600), read.length - 600);
      return read.slice(0, at) + piece;
    }, first);
    expect(whole).toBe(text);
  });

  test('that needs more calls than a check has is a failure, without a call', async () => {
    const parts: TextPart[] = [{ role: 'user', text: 'a'.repeat(400_000) }];
    expect(await ask('azure_content_safety', {}, [pass], { parts })).toEqual({ calls: [], verdict: 'failure' });
    const fitting: TextPart[] = [{ role: 'user', text: 'a'.repeat(300_000) }];
    const { calls, verdict } = await ask('azure_content_safety', {}, [pass], { parts: fitting });
    expect([calls.length, verdict]).toEqual([32, 'pass']);
  });

  test('is not asked about further once something was found', async () => {
    const parts: TextPart[] = [{ role: 'user', text: 'a'.repeat(300_000) }];
    const { calls, verdict } = await ask('azure_content_safety', {}, [{ categoriesAnalysis: [{ severity: 6 }] }], {
      parts,
    });
    expect([calls.length, verdict]).toEqual([4, 'finding']);
  });
});

describe('a verdict that is remembered', () => {
  const settings = { cache_seconds: 60 };
  const pass = { action: 'NONE' };
  const find = { action: 'GUARDRAIL_INTERVENED' };

  test('holds for the same texts, settings, phase and checker alone', async () => {
    const first = await ask('bedrock', settings, [find], { parts: says('remembered') });
    expect([first.calls.length, first.verdict]).toEqual([1, 'finding']);
    const again = await ask('bedrock', settings, [pass], { parts: says('remembered') });
    expect([again.calls.length, again.verdict]).toEqual([0, 'finding']);
    for (const [other, options] of [
      [{ cache_seconds: 61 }, { parts: says('remembered') }],
      [settings, { parts: says('another') }],
      [settings, { parts: says('remembered'), phase: 'after' as const }],
      [settings, { parts: says('remembered'), url: 'https://other.example/' }],
      [settings, { parts: says('remembered'), organizationId: 'another' }],
      [{}, { parts: says('remembered') }],
    ] as const) {
      expect((await ask('bedrock', other, [pass], options)).calls).toHaveLength(1);
    }
  });

  test('is about each call, so that only the new turn of a conversation is asked about', async () => {
    const turn = [...says('one'), { role: 'assistant' as const, text: 'two' }];
    expect((await ask('bedrock', settings, [pass], { parts: turn })).calls).toHaveLength(2);
    const { calls } = await ask('bedrock', settings, [pass], { parts: [...turn, ...says('three')] });
    expect(calls.map(({ body }) => JSON.stringify(body.content))).toEqual([expect.stringContaining('three')]);
  });

  test('is none of a failure', async () => {
    await ask('bedrock', settings, [new Error('503')], { parts: says('failed') });
    expect((await ask('bedrock', settings, [pass], { parts: says('failed') })).verdict).toBe('pass');
  });
});
