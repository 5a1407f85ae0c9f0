import { describe, expect, it } from '@jest/globals';
import type { ChatRequest, ProviderKind } from '@multilane/contracts';
import { TargetState } from '@multilane/policy';
import { getAdapter } from '@multilane/providers';
import { CHAT } from '../../endpoints/chat/chat.endpoint.js';
import { MESSAGES } from '../../endpoints/messages/messages.endpoint.js';
import { RESPONSES } from '../../endpoints/responses/responses.endpoint.js';
import { RouteRun } from '../../model-calls/route-run.js';
import type { PlannedRequest, ServingPlan } from '../../recording/request-parts.js';
import type { Route, RouteTarget } from '../../snapshot/routes/route.js';
import type { RequestContext } from '../request-context.js';
import { planRoute, switchTo } from './plan.stages.js';

function target(kind: ProviderKind): RouteTarget {
  const adapter = getAdapter(kind);
  const model = { logicalName: kind, names: [kind], reasoningEfforts: [], target: { provider: { kind }, adapter } };
  return { model: model as unknown as RouteTarget['model'], state: new TargetState(), grants: [kind] };
}

function contextOf(endpoint: object, asked: object, snapshot: object = {}) {
  const decisions: string[] = [];
  const context = {
    asked: { endpoint, request: asked, validated: asked, snapshot, caller: {} },
    planned: {
      model: undefined as RouteTarget['model'] | undefined,
      plan: undefined as ServingPlan | undefined,
      guard: undefined as PlannedRequest['guard'],
    },
    tried: { takeLosses: () => undefined },
    services: {
      metrics: {
        recordPolicyDecision: (...decision: string[]) => decisions.push(decision.join(' ')),
        recordAllowed: (policyType: string) => decisions.push(`allowed ${policyType}`),
      },
    },
  };
  return { context: context as unknown as RequestContext, decisions };
}

const runOf = (targets: readonly RouteTarget[], isStrict: boolean) =>
  new RouteRun({ retry: { attempts: 0, on: new Set() } } as unknown as Route, 'r', isStrict, false, targets);

const asked = { model: 'r', messages: [{ role: 'user', content: 'Ann lives here.' }], seed: 7 };

describe('docs/contract/routing.md#eligible-targets: which targets can serve', () => {
  const [openai, anthropic, cohere] = [target('openai'), target('anthropic'), target('cohere')];

  it('those of a routing config that lack a capability are left out', () => {
    const { context, decisions } = contextOf(CHAT, asked);
    const run = runOf([anthropic, cohere, openai], false);
    planRoute(context, run);
    expect(run.candidates).toEqual([cohere, openai]);
    expect(run.skipped).toEqual([{ model: 'anthropic', why: 'unsupported_parameter' }]);
    expect([context.planned.model, context.planned.plan?.adapter.kind]).toEqual([cohere.model, 'cohere']);
    expect(decisions).toEqual(['allowed routing']);
  });

  it('with none left the first refusal is the answer', () => {
    const { context, decisions } = contextOf(CHAT, asked);
    expect(() => planRoute(context, runOf([anthropic], false))).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'seed' }),
    );
    expect(decisions).toEqual(['refused routing unsupported_parameter']);
  });

  it('of a virtual model every one must be able to', () => {
    const { context } = contextOf(CHAT, asked);
    expect(() => planRoute(context, runOf([openai, anthropic], true))).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'seed' }),
    );
  });

  it('a request of responses is asked for natively, also where a guardrail concerns it', () => {
    const speaks = target('openai');
    Object.assign(speaks.model.target.provider, { facts: { api: 'both' } });
    const said = { model: 'r', input: 'Ann lives here.' };
    const guards = { find: () => ({ before: [], after: [], pii: undefined }) };
    const planFor = (snapshot: object) => {
      const { context } = contextOf(RESPONSES, said, { ownOrganization: { id: 'o' }, ...snapshot });
      planRoute(context, runOf([speaks], false));
      return context.planned.plan?.endpoint;
    };
    expect([planFor({}), planFor({ guards })]).toEqual(['responses', 'responses']);
  });

  it('one that is out or resting is not planned for while another is there', () => {
    const [out, resting, ready] = [target('openai'), target('cohere'), target('openai')];
    for (let count = 0; count < 5; count++) out.state.breaker.recordFailure(performance.now());
    resting.state.restUntil(performance.now() + 60_000);
    const { context } = contextOf(CHAT, asked);
    planRoute(context, runOf([out, resting, ready], true));
    expect(context.planned.model).toBe(ready.model);
  });
});

describe('docs/contract/translation.md#group-r: the limit of tokens', () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  const limits = (endpoint: object, request: object, kind: ProviderKind) => {
    const { context } = contextOf(endpoint, { model: 'r', ...request });
    switchTo(context, target(kind));
    const { max_tokens, max_completion_tokens }: Partial<ChatRequest> = context.planned.plan?.request ?? {};
    return { max_tokens, max_completion_tokens };
  };

  it.each([
    ['messages', MESSAGES, { messages, max_tokens: 5 }],
    ['responses', RESPONSES, { input: 'Hi', max_output_tokens: 5 }],
  ])('of %s goes by the older name to servers that may know no other', (_name, endpoint, request) => {
    expect(limits(endpoint, request, 'openai-compatible')).toEqual({ max_tokens: 5 });
    expect(limits(endpoint, request, 'openai')).toEqual({ max_completion_tokens: 5 });
  });

  it('of chat keeps the name that the client gave it', () => {
    for (const name of ['max_tokens', 'max_completion_tokens']) {
      expect(limits(CHAT, { messages, [name]: 5 }, 'openai-compatible')).toEqual({ [name]: 5 });
    }
  });
});

describe('another target', () => {
  it('is asked in its own words, with personal data that was replaced in the request replaced for it too', () => {
    const words = { model: 'r', max_tokens: 5, messages: [{ role: 'user', content: 'Ann lives here.' }] };
    const { context } = contextOf(MESSAGES, words);
    const redactRequest = (_endpoint: string, request: object) =>
      JSON.parse(JSON.stringify(request).replaceAll('Ann', '[NAME_1]'));
    context.planned.guard = { redactRequest } as unknown as NonNullable<PlannedRequest['guard']>;
    for (const next of [target('anthropic'), target('openai')]) {
      switchTo(context, next);
      expect(context.planned.model).toBe(next.model);
      expect(context.planned.plan?.adapter.kind).toBe(next.model.target.provider.kind);
      expect(JSON.stringify(context.planned.plan?.request)).toContain('[NAME_1] lives here.');
      expect(JSON.stringify(context.planned.plan?.request)).not.toContain('Ann');
    }
    expect(JSON.stringify(words)).toContain('Ann');
  });
});
