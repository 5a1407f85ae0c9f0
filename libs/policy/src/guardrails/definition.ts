import type { CheckerServiceName, GuardrailMode, GuardrailPhase } from '@multilane/contracts';
import type { EntityName } from '../pii/entities.js';
import type { ServiceSettings } from './services/checker-service.js';

interface Common {
  readonly name: string;
  readonly phase: GuardrailPhase;
  readonly mode: GuardrailMode;
}

export interface HttpCheckerConfig extends ServiceSettings {
  /** Service whose language the checker speaks; undefined for an operator's own. */
  readonly service?: CheckerServiceName | undefined;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  readonly on_failure: 'open' | 'closed';
}

export interface ModerationConfig {
  readonly model?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly threshold: number;
}

/** A guardrail as gateway.yaml has it, defaults filled in. */
export type GuardrailDefinition = Common &
  (
    | {
        readonly kind: 'regex';
        readonly config: { readonly patterns: readonly string[]; readonly ignore_case: boolean };
      }
    | {
        readonly kind: 'keywords';
        readonly config: {
          readonly keywords: readonly string[];
          readonly ignore_case: boolean;
          readonly whole_words: boolean;
        };
      }
    | { readonly kind: 'pii'; readonly config: { readonly entities: readonly EntityName[] } }
    | { readonly kind: 'moderation'; readonly config: ModerationConfig }
    | { readonly kind: 'json_schema'; readonly config: { readonly schema: Readonly<Record<string, unknown>> } }
    | { readonly kind: 'max_tokens'; readonly config: { readonly limit: number } }
    | { readonly kind: 'prompt_injection'; readonly config: { readonly threshold: number } }
    | { readonly kind: 'http'; readonly config: HttpCheckerConfig }
  );
