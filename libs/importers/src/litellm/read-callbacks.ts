import type { FindingStatus } from '../import-result.js';
import { type LitellmContext, openToAll } from './context.js';

/** Callbacks of LiteLLM that refuse or change requests: guardrails of its older form. */
const CHECKS: ReadonlySet<string> = new Set([
  ...['llamaguard_moderations', 'llmguard_moderations', 'google_text_moderation', 'azure_content_safety'],
  ...['hide_secrets', 'hide-secrets', 'banned_keywords', 'blocked_user_check', 'aporia_prompt_injection', 'aporia'],
  ...'guardrails_ai bedrock lakera lakera_v2 aim pangea prompt_shield model_armor noma'.split(' '),
]);

/** Callbacks that limit requests or their cost. */
const LIMITS: ReadonlySet<string> = new Set([
  ...['max_budget_limiter', 'max_parallel_requests', 'parallel_request_limiter', 'dynamic_rate_limiter'],
  ...['dynamic_rate_limiter_v3', 'max_iterations_limiter', 'max_budget_per_session_limiter', 'batch_rate_limiter'],
]);

const KEYS = ['callbacks', 'success_callback', 'failure_callback'];

export function readCallbacks(context: LitellmContext): void {
  const { root, findings, draft, variables } = context;
  const settings = root.at('litellm_settings');
  for (const key of KEYS) {
    const node = settings.at(key);
    if (!node.exists) continue;
    const names = new Set(node.texts);
    for (const name of names) addCheck(context, name);
    const lost = [...names].filter(restricts);
    const hasTraces = names.delete('otel');
    const hasMetrics = names.delete('prometheus');
    if (hasTraces) draft.telemetry.otlp_endpoint = variables.reference('OTEL_EXPORTER_OTLP_ENDPOINT', 'url');
    for (const name of names) if (isCheck(name)) names.delete(name);
    if (lost.length > 0) {
      const named = lost.map((name) => name.slice(0, 60)).join(', ');
      openToAll(
        context,
        node,
        `These may refuse requests, and were left out: ${named}. Add guardrails in their place.`,
      );
    } else findings.add(node, ...describeRest({ others: names.size, hasTraces, hasMetrics, all: node.texts.length }));
  }
}

function describeRest(counts: {
  readonly others: number;
  readonly hasTraces: boolean;
  readonly hasMetrics: boolean;
  readonly all: number;
}): readonly [FindingStatus, string] {
  if (counts.others > 0)
    return ['manual', 'Send traces over OTLP with `telemetry.otlp_endpoint`, or read the audit records.'];
  if (counts.hasTraces)
    return ['approximate', 'Became `telemetry.otlp_endpoint`. Spans follow the conventions for generative AI.'];
  if (counts.hasMetrics) return ['approximate', 'Metrics are at /metrics, with names of their own: docs/metrics.md.'];
  if (counts.all > 0) return ['approximate', 'Became guardrails, or the redaction of personal data.'];
  return ['exact', 'There are none.'];
}

const isCheck = (name: string): boolean => Object.hasOwn(BUILT_IN, name);

/** A name with a dot is code of the operator's own, which may refuse requests. */
const restricts = (name: string): boolean => CHECKS.has(name) || LIMITS.has(name) || name.includes('.');

const BUILT_IN: Readonly<Record<string, 'prompt_injection' | 'moderation' | 'pii'>> = {
  detect_prompt_injection: 'prompt_injection',
  lakera_prompt_injection: 'prompt_injection',
  openai_moderations: 'moderation',
  presidio: 'pii',
};

/** Adds what a callback does and the built-in checks do too. */
function addCheck({ draft }: LitellmContext, callback: string): void {
  const kind = Object.hasOwn(BUILT_IN, callback) ? BUILT_IN[callback] : undefined;
  if (kind === undefined) return;
  if (kind === 'pii') {
    draft.pii.input = 'redact';
    delete draft.pii.entities;
  } else if (!draft.guardrails.some((rule) => rule.name === callback)) {
    draft.guardrails.push({ name: callback, phase: 'before', mode: 'enforce', kind, config: {} });
  }
}
