import { describe, expect, it } from '@jest/globals';
import { toPlainSchema } from '@multilane/validation';
import { ENDPOINTS } from './endpoints.js';

const cases = ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const);

describe('the table of endpoints', () => {
  it('has each name and each route once', () => {
    const routes = ENDPOINTS.map(({ route }) => `${route.method} ${route.path}`);
    expect(new Set(routes).size).toBe(ENDPOINTS.length);
    // Requests that run later are one kind, whatever they run at.
    // So are those for files, those for jobs at providers, those for batches, those for knowledge, and those of clients of MCP and A2A.
    const now = ENDPOINTS.filter(
      ({ isA2a, isBatches, isKnowledge, isMcp, isStored, runsLaterAt }) =>
        !isStored && !isBatches && !isKnowledge && !isMcp && !isA2a && runsLaterAt === undefined,
    ).map(({ name }) => name);
    expect(new Set(now).size).toBe(now.length);
    expect(now).not.toContain('async.jobs');
  });

  it('has one description of each provider format', () => {
    const formats = ENDPOINTS.flatMap(({ bridge, format }) => [bridge?.format, format]).filter((each) => each);
    const keys = new Map(formats.map((format) => [format?.key, format]));
    for (const format of formats) expect(keys.get(format?.key)).toBe(format);
  });

  it.each(cases)(
    '%s can be answered by somebody',
    (_name, { answerLocally, bridge, exchange, format, isA2a, isBatches, isKnowledge, isMcp, socket }) => {
      expect(
        format ?? bridge ?? exchange ?? socket ?? answerLocally ?? isBatches ?? isKnowledge ?? isMcp ?? isA2a,
      ).toBeDefined();
    },
  );

  it.each(cases)('%s writes events exactly where it says that it answers with them', (_name, endpoint) => {
    const { answers, bridge, exchange, format, startNativeStream } = endpoint;
    // The codec defines the answer of an exchange.
    if (exchange !== undefined) return;
    const streams = answers.includes('events');
    expect(bridge?.startStream !== undefined || startNativeStream !== undefined).toBe(streams);
    if (format !== undefined) expect(startNativeStream !== undefined).toBe(streams);
  });

  it.each(cases)(
    '%s documents the schema of its body, which names its model',
    (_name, { body, docs, isA2a, isBatches, isKnowledge, isMcp, isStored }) => {
      expect(docs.schema !== undefined).toBe(['json', 'multipart', 'form', 'sdp'].includes(body));
      // The model of a file is named beside the form, and those of a batch by its lines.
      if (docs.schema === undefined || isStored || isBatches || isKnowledge || isMcp || isA2a) return;
      const { properties } = toPlainSchema(docs.schema) as { properties: Record<string, unknown> };
      // A session names its model within.
      expect(properties.model ?? properties.session).toBeDefined();
    },
  );

  it.each(cases)('%s explains only paths below its own', (_name, { docs, route }) => {
    for (const [path] of docs.unsupported ?? []) expect(path.startsWith(`${route.path}/`)).toBe(true);
  });

  it('names the operations of calls as the conventions for traces do', () => {
    const operations = ENDPOINTS.flatMap(({ format }) => (format ? [[format.key, format.operation]] : []));
    expect(Object.fromEntries(operations)).toMatchObject({
      chat: 'chat',
      messages: 'chat',
      completions: 'text_completion',
      embeddings: 'embeddings',
      countTokens: 'count_tokens',
      moderations: 'moderation',
      rerank: 'rerank',
      decision: 'decision',
    });
  });

  it.each([
    ['images.generations', 'catalog', 'image'],
    ['images.edits', 'catalog', 'image'],
    ['images.variations', 'catalog', 'image'],
    ['audio.speech', 'workspace-then-catalog', 'speech'],
    ['audio.transcriptions', 'workspace-then-catalog', 'transcription'],
    ['audio.translations', 'catalog', 'transcription'],
  ] as const)('%s looks its models up in the %s, by the type %s', (wanted, source, type) => {
    const endpoint = ENDPOINTS.find(({ name }) => name === wanted);
    expect(endpoint).toMatchObject({ source, modelTypes: [type] });
  });
});
