import type { GuardrailDefinition, HttpCheckerConfig } from './definition.js';
import { estimateCost } from './estimate-cost.js';
import type { Check, Guardrail } from './guardrail.js';
import { compileHttpCheck, type PostJson } from './http.js';
import { compileJsonSchemaCheck } from './json-schema.js';
import { compileKeywordsCheck } from './keywords.js';
import { compileMaxTokensCheck } from './max-tokens.js';
import { compileModerationCheck } from './moderation.js';
import { compilePiiCheck } from './pii.js';
import { compilePromptInjectionCheck } from './prompt-injection.js';
import { compileRegexCheck } from './regex.js';
import { compileServiceCheck } from './services/compile-service-check.js';

/** Ports of checks that do not compute alone. */
export interface CheckPorts {
  readonly post: PostJson;
}

/** Makes a guardrail ready to run. Throws where its settings cannot be compiled. */
export function compileGuardrail(definition: GuardrailDefinition, ports: CheckPorts): Guardrail {
  const { name, kind, phase, mode } = definition;
  return {
    name,
    kind,
    phase,
    mode,
    isOpen: kind === 'http' && definition.config.on_failure === 'open',
    isRemote: isRemote(definition),
    definition,
    costPerCharacter: estimateCost(definition),
    check:
      definition.kind === 'http'
        ? compileRemoteCheck(name, definition.config, ports.post)
        : compileLocalCheck(definition),
  };
}

function compileRemoteCheck(name: string, config: HttpCheckerConfig, post: PostJson): Check {
  return config.service === undefined
    ? compileHttpCheck(name, config, post)
    : compileServiceCheck(config.service, config, post);
}

function isRemote({ kind, config }: GuardrailDefinition): boolean {
  return kind === 'http' || (kind === 'moderation' && config.model !== undefined);
}

/** The check of any kind but `http`, which needs somebody to ask. */
export function compileLocalCheck(definition: GuardrailDefinition): Check {
  switch (definition.kind) {
    case 'regex':
      return compileRegexCheck(definition.config.patterns, definition.config.ignore_case);
    case 'keywords': {
      const { keywords, ignore_case: ignoreCase, whole_words: wholeWords } = definition.config;
      return compileKeywordsCheck(keywords, ignoreCase, wholeWords);
    }
    case 'pii':
      return compilePiiCheck(definition.config.entities);
    case 'moderation':
      return compileModerationCheck(definition.config);
    case 'json_schema':
      return compileJsonSchemaCheck(definition.config.schema);
    case 'max_tokens':
      return compileMaxTokensCheck(definition.config.limit);
    case 'prompt_injection':
      return compilePromptInjectionCheck(definition.config.threshold);
    case 'http':
      throw new Error('a checker elsewhere is asked through the network');
  }
}

/** One that cannot be read or compiled: it rejects everything, for it must not look as if it held. */
export function brokenGuardrail(name: string, kind: string): Guardrail {
  const check: Check = () => 'failure';
  return {
    name,
    kind,
    phase: 'before',
    mode: 'enforce',
    isOpen: false,
    isRemote: false,
    definition: undefined,
    costPerCharacter: 0,
    check,
  };
}
