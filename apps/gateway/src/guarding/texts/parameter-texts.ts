import type { TextRole } from '@multilane/policy';
import { isMembers, mapEachMember, mapItems, mapText, showName, type TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** What a model does not read as words: who answers and how, in the terms of the API. */
const TERMS: ReadonlySet<string> = new Set([
  ...['model', 'stream', 'stream_options', 'service_tier', 'reasoning_effort', 'reasoning', 'thinking', 'verbosity'],
  ...['modalities', 'audio', 'tool_choice', 'function_call', 'truncation', 'encoding_format', 'include', 'store'],
  ...[
    'prompt_cache_retention',
    'input_type',
    'logit_bias',
    'context_management',
    'container',
    'cache_control',
    'betas',
  ],
]);

/** Credentials of tools that a provider runs: no checker may see them. */
const SECRET = /^(?:authorization|authorization_token|headers|api_key|access_token)$/;

/** Definitions that the model reads: of tools, and of the form of its answer. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  'tools',
  'functions',
  'response_format',
  'output_config',
  'output_format',
]);

/** Members of a definition that are said freely. Everything else in it is referred to, and stays. */
const FREE: ReadonlySet<string> = new Set(['description', 'title', '$comment', 'default', 'examples']);

/** The words of JSON Schema and of tools, which are the same in every definition. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...[
    'type',
    'properties',
    'required',
    'items',
    'description',
    'parameters',
    'function',
    'name',
    'strict',
    'enum',
    'const',
  ],
  ...[
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    'additionalProperties',
    'input_schema',
    'json_schema',
    'schema',
    'format',
    '$defs',
  ],
  ...['$ref', '$schema', 'definitions', 'title', 'default', 'examples', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['minLength', 'maxLength', 'pattern', 'cache_control', '$comment'],
]);

/**
 * Maps the texts of all members of a request but those that are listed: definitions of tools, stop sequences, `user`,
 * `metadata`, and members that the gateway does not know and passes on.
 */
export function mapParameters<Request extends Members>(
  request: Request,
  handled: ReadonlySet<string>,
  map: TextMap,
): Request {
  return mapEachMember(request, (value, name) => {
    if (handled.has(name) || TERMS.has(name)) return value;
    if (typeof value !== 'string' && typeof value !== 'object') return value;
    return DEFINITIONS.has(name) ? mapDefinition(value, map) : mapFreely(value, map, 'parameter');
  });
}

/** Maps the texts of a value that nobody knows more of; the names of its members stay, and are shown. */
export function mapFreely(value: unknown, map: TextMap, role: TextRole): unknown {
  if (typeof value === 'string') return mapText(map, role)(value);
  if (Array.isArray(value)) return mapItems(value, (item) => mapFreely(item, map, role));
  if (!isMembers(value)) return value;
  return mapEachMember(value, (member, name) => {
    if (SECRET.test(name)) return member;
    showName(map, role, name);
    return mapFreely(member, map, role);
  });
}

/** Maps what a definition says freely; the names and schemas in it stay, and are shown. */
function mapDefinition(value: unknown, map: TextMap): unknown {
  if (typeof value === 'string') {
    showName(map, 'definition', value);
    return value;
  }
  if (Array.isArray(value)) return mapItems(value, (item) => mapDefinition(item, map));
  if (!isMembers(value)) return value;
  return mapEachMember(value, (member, name) => {
    if (SECRET.test(name) || name === 'cache_control') return member;
    if (!STRUCTURE.has(name)) showName(map, 'definition', name);
    // The word for a type, such as `object`; a property may be called `type` too: then it is a schema.
    if (name === 'type' && !isMembers(member)) return member;
    // A property may be called `title` too: then it is a schema.
    return FREE.has(name) && !isMembers(member) ? mapFreely(member, map, 'definition') : mapDefinition(member, map);
  });
}
