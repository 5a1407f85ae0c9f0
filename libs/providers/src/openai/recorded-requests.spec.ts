import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type ChatRequest, PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { deepFreeze, listCaseNames, listExchanges } from '@multilane/testing';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { MANIFESTS } from '../manifests.js';
import { getAdapter } from '../registry.js';

/** The project's own cases are always there; recorded ones may lie beside the project. */
const OWN = join(import.meta.dirname, '../../fixtures');
const RECORDED = SHARED_FIXTURES;
const RECORDED_KINDS: readonly (readonly [cases: RegExp, kind: ProviderKind])[] = [
  [/^openai-chat\//, 'openai'],
  [/^azure-openai\//, 'azure-openai'],
  [/^openai-compatible\/deepseek/, 'deepseek'],
  [/^gemini\/openai-compat/, 'openai-compatible'],
];

function findOwnKind(name: string): ProviderKind | undefined {
  const kind = name.slice(0, name.indexOf('/')) as ProviderKind;
  return PROVIDER_KINDS[kind].startsWith('R') ? kind : undefined;
}

function loadRequests(root: string, kindOf: (name: string) => ProviderKind | undefined) {
  return listCaseNames(root).flatMap((caseName) => {
    const kind = kindOf(caseName);
    const exchanges = kind === undefined ? [] : listExchanges(root, caseName);
    return exchanges.flatMap(({ name, request, response }) =>
      // A request that the provider rejected may break the format.
      kind !== undefined && Array.isArray(Object(request).messages) && !Object(JSON.parse(response ?? '{}')).error
        ? [[name, kind, request as ChatRequest] as const]
        : [],
    );
  });
}

const REQUESTS = [
  ...loadRequests(OWN, findOwnKind),
  ...loadRequests(RECORDED, (name) => RECORDED_KINDS.find(([cases]) => cases.test(name))?.[1]),
];

describe('recorded requests of group R', () => {
  test.each(REQUESTS)('%s: %s gets every member, and the request is left untouched', (_name, kind, recorded) => {
    const request = deepFreeze(structuredClone(recorded));
    const target = { kind, upstreamModel: 'upstream-model', baseUrl: 'https://example.com', headers: {} };
    const bodies = getAdapter(kind)?.endpoints.chat?.encode(request, target);
    expect(bodies?.map((body) => JSON.parse(body))).toEqual([expectedBody(request, kind)]);
  });
});

/** The body that a case's request should become, worked out from the table of kinds member by member. */
function expectedBody(request: ChatRequest, kind: ProviderKind): Record<string, unknown> {
  const body: Record<string, unknown> = { ...request, model: 'upstream-model' };
  const row = MANIFESTS[kind].wire;
  if (row?.streamUsage === 'always') delete body.stream_options;
  else if (request.stream === true) body.stream_options = { ...request.stream_options, include_usage: true };
  for (const [name, providersName] of Object.entries(row?.renames ?? {})) {
    if (name in body) body[providersName] = body[name];
    delete body[name];
  }
  const limit = body.max_completion_tokens ?? body.max_tokens;
  const limitName = row ? row.tokenLimit : 'max_completion_tokens';
  if (limitName !== undefined && limit !== undefined) {
    delete body.max_tokens;
    delete body.max_completion_tokens;
    body[limitName] = limit;
  }
  for (const name of row?.omits ?? []) delete body[name];
  if (kind === 'nvidia') for (const name of ['n', 'presence_penalty']) delete body[name];
  return body;
}
