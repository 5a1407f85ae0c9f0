import type { EntityName } from '../pii/entities.js';
import type { GuardrailDefinition } from './definition.js';
import { isUsedElsewhere } from './json-schema.js';
import { sizeOf } from './regex.js';

/** Nanoseconds for a character of a text, all its usual readings together, at worst; measured on one core of 2020. */
const KEYWORDS = 80;
const PII = 400;
const SECRETS = 600;
const MODERATION = 2_000;
const PROMPT_INJECTION = 8_000;
/**
 * Cost of a pattern: to run its automaton, and for each of its instructions, as when every character makes a new state.
 */
const PATTERN = 40;
const INSTRUCTION = 20;
const JSON_SCHEMA = 300;
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Nanoseconds for which a guardrail looks at a character at worst; 0 if others do the work, or there is none. */
export function estimateCost(definition: GuardrailDefinition): number {
  switch (definition.kind) {
    case 'keywords':
      return KEYWORDS;
    case 'regex':
      return estimatePatternsCost(definition.config.patterns);
    case 'pii':
      return costOfEntities(definition.config.entities);
    case 'moderation':
      return definition.config.model === undefined ? MODERATION : 0;
    case 'prompt_injection':
      return PROMPT_INJECTION;
    case 'json_schema':
      return estimateSchemaCost(JSON.stringify(definition.config.schema));
    case 'max_tokens':
    case 'http':
      return 0;
  }
}

/** Nanoseconds for which entities together are looked for at a character at worst. */
export function costOfEntities(entities: readonly EntityName[]): number {
  return entities.includes('secret') ? PII + SECRETS : PII;
}

function estimateSchemaCost(schema: string): number {
  return isUsedElsewhere(schema) ? UNBOUNDED : JSON_SCHEMA;
}

/** Nanoseconds for which patterns together look at a character at worst. */
export function estimatePatternsCost(patterns: readonly string[]): number {
  return patterns.reduce((sum, pattern) => sum + PATTERN + INSTRUCTION * sizeOf(pattern), 0);
}
