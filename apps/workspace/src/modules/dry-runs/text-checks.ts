import { GatewayError } from '@multilane/errors';
import {
  applySpans,
  CheckPool,
  compileGuardrail,
  describePlan,
  type GuardrailDefinition,
  mergePiiPolicies,
  type PiiPolicy,
  PiiSession,
  packParts,
  packTexts,
  type Replacements,
  type TextPart,
} from '@multilane/policy';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Throttle } from '../../access/throttle.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

/** Verdict of a guardrail on a text. */
export interface GuardrailTrial {
  readonly verdict: 'pass' | 'finding' | 'timeout' | 'failure';
  /** Milliseconds. */
  readonly durationMs: number;
}

/** Effect of a policy of personal data on a request and the answer to it. */
export interface PiiTrial {
  /** Undefined: the request is not rejected. */
  readonly blocked: string | undefined;
  readonly text: string | undefined;
  readonly answer: string | undefined;
  /** Milliseconds. */
  readonly durationMs: number;
}

/**
 * Tries policies on texts by the code that the gateway runs. A thread of its own does it, with the gateway's limit of time for a rule:
 * whatever somebody configures holds up nothing else.
 */
@Injectable()
export class TextChecks implements OnModuleDestroy {
  private readonly pool: CheckPool;
  private readonly throttle = new Throttle({ tries: 120, seconds: 60 });

  constructor(@Inject(WORKSPACE_SERVICES) { config }: WorkspaceServices) {
    this.pool = new CheckPool({ workers: 1, ruleMs: config.server.text_checks.rule_ms });
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.close();
  }

  /** Fails with 400 for settings that cannot be compiled, and with 429 after 120 trials of an organization in a minute. */
  async tryGuardrail(organizationId: string, definition: GuardrailDefinition, part: TextPart): Promise<GuardrailTrial> {
    await this.throttle.take(organizationId);
    const guardrail = compileGuardrail(definition, { post: () => Promise.reject(new Error('a dry run asks nobody')) });
    const start = performance.now();
    const [verdict = 'failure'] = await this.pool.check(organizationId, [guardrail], {
      parts: [part],
      phase: definition.phase,
    });
    return { verdict, durationMs: since(start) };
  }

  /** Fails with 503 where the texts could not be looked at, and with 429 as `tryGuardrail` does. */
  async tryPii(
    organizationId: string,
    policy: PiiPolicy,
    { text, answer }: { readonly text: string; readonly answer?: string | undefined },
  ): Promise<PiiTrial> {
    await this.throttle.take(organizationId);
    const start = performance.now();
    const rules = mergePiiPolicies([policy]);
    if (rules === undefined) return { blocked: undefined, text, answer, durationMs: since(start) };
    const session = new PiiSession(rules);
    const look = await this.pool.scan(organizationId, packParts([{ role: 'user', text }], rules));
    if (typeof look === 'string') throw refuse(look);
    if (look.entity !== undefined) {
      return { blocked: look.entity, text: undefined, answer: undefined, durationMs: since(start) };
    }
    for (const placeholder of look.typed.split('\n').filter(Boolean)) session.placeholders.addTyped(placeholder);
    const rewritten = await this.rewrite(organizationId, text, session.input);
    session.placeholders.beginAnswer();
    const answered = answer === undefined ? undefined : await this.rewrite(organizationId, answer, session.answer);
    return { blocked: undefined, text: rewritten, answer: answered, durationMs: since(start) };
  }

  private async rewrite(organizationId: string, text: string, replacements: Replacements | undefined): Promise<string> {
    if (replacements === undefined) return text;
    const texts = [{ text, isJson: false }];
    const found = await this.pool.scan(organizationId, packTexts(texts, describePlan(replacements.plan), false));
    if (typeof found === 'string') throw refuse(found);
    const [rewritten = text] = await applySpans(texts, found, replacements);
    return rewritten;
  }
}

/** Milliseconds, to a tenth. */
function since(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}

function refuse(verdict: 'failure' | 'timeout'): GatewayError {
  const why = verdict === 'timeout' ? 'took too long' : 'failed';
  return new GatewayError('guardrail_unavailable', {
    guardrail: 'pii',
    message: `The search for personal data in the text ${why}.`,
    headers: { 'retry-after': '5' },
  });
}
