import type { TextRole } from '@multilane/policy';
import { isMembers, mapEachMember, mapItems, mapText, showName, type TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Parameters that a model does not read as words: they choose the model and the form of the answer, in the terms of the API. */
const TERMS: ReadonlySet<string> = new Set([
  ...['model', 'stream', 'stream_options', 'service_tier', 'reasoning_effort', 'reasoning', 'thinking', 'verbosity'],
  ...['modalities', 'audio', 'tool_choice', 'function_call', 'truncation', 'encoding_format', 'include', 'store'],
  ...['prompt_cache_retention', 'input_type', 'logit_bias', 'container', 'cache_control', 'betas'],
]);

/** Members whose values are looked at, or are numbers, and whose names say nothing. Names of all others are anybody's words. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['messages', 'input', 'prompt', 'instructions', 'system', 'tools', 'functions', 'response_format', 'text', 'stop'],
  ...['stop_sequences', 'user', 'metadata', 'temperature', 'top_p', 'top_k', 'n', 'seed', 'logprobs', 'top_logprobs'],
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'presence_penalty', 'frequency_penalty', 'suffix'],
  ...['parallel_tool_calls', 'prediction', 'safety_identifier', 'prompt_cache_key', 'background', 'conversation'],
  ...['previous_response_id', 'output_config', 'output_format', 'context_management', 'speed', 'inference_geo', 'echo'],
  ...['best_of', 'dimensions', 'query', 'documents', 'top_n', 'voice', 'size', 'quality', 'response_modalities'],
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
const FREE: ReadonlySet<string> = new Set(['description', 'title', '$comment']);

/** The same of members that hold a value of any form. */
const VALUES: ReadonlySet<string> = new Set(['default', 'example', 'examples', 'input_examples']);

/** Members that hold the values which the model chooses from, and answers with. */
const CHOICES: ReadonlySet<string> = new Set(['enum', 'const']);

/** Types that say nothing. */
const TYPES: ReadonlySet<string> = new Set([
  ...['object', 'string', 'number', 'integer', 'boolean', 'array', 'null', 'function', 'custom'],
  ...['json_schema', 'json_object'],
]);

/**
 * Place of a member of a definition: in a tool, beside the data that its provider needs to run it; in a schema, which the model reads
 * whole; or among names that the client chose.
 */
type Place = 'tool' | 'schema' | 'names';

/** Members whose own members have any names: a property may be called `headers` or `title`. */
const NAMES: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions'],
  ...['dependentSchemas', 'dependentRequired', 'dependencies'],
]);

/** Members of a tool that the model reads whole. */
const SCHEMAS: ReadonlySet<string> = new Set(['function', 'custom', 'json_schema', 'input_schema', 'schema']);

/** Members of what is done to a long context that refer to something. */
const REFERRING: ReadonlySet<string> = new Set(['type', 'name', 'exclude_tools', 'clear_tool_inputs']);

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
    if (handled.has(name) || TERMS.has(name)) {
      if (name === 'logit_bias') showTokens(value, map);
      return value;
    }
    if (!PARAMETERS.has(name)) showName(map, 'parameter', name);
    if (typeof value !== 'string' && typeof value !== 'object') return value;
    // Only tools have credentials, and marks for a cache.
    if (DEFINITIONS.has(name)) return mapDefinition(value, map, name === 'tools' ? 'tool' : 'schema');
    return name === 'context_management' ? mapEdits(value, map) : mapFreely(value, map, 'parameter');
  });
}

/** The names of tokens are numbers; some hosts take words there. */
function showTokens(value: unknown, map: TextMap): void {
  if (!isMembers(value)) return;
  for (const token of Object.keys(value)) if (!/^\d{1,7}$/.test(token)) showName(map, 'parameter', token);
}

/**
 * Maps the texts of a value that nobody knows more of; the names of its members stay, and are shown.
 *
 * @param mayHoldSecrets Whether a member may be the credential of a tool; false where the model reads the whole value.
 */
export function mapFreely(value: unknown, map: TextMap, role: TextRole, mayHoldSecrets = true): unknown {
  if (typeof value === 'string') return mapText(map, role)(value);
  if (Array.isArray(value)) return mapItems(value, (item) => mapFreely(item, map, role, mayHoldSecrets));
  if (!isMembers(value)) return value;
  return mapEachMember(value, (member, name) => {
    if (mayHoldSecrets && SECRET.test(name)) return member;
    showName(map, role, name);
    return mapFreely(member, map, role, mayHoldSecrets);
  });
}

/** Maps freely the members that are not listed: those that the gateway does not know, and passes on. */
export function mapOthers<Owner extends Members>(
  owner: Owner,
  known: ReadonlySet<string>,
  map: TextMap,
  role: TextRole,
  mayHoldSecrets = true,
): Owner {
  return mapEachMember(owner, (member, name) => {
    if (known.has(name)) return member;
    showName(map, role, name);
    return mapFreely(member, map, role, mayHoldSecrets);
  });
}

/** Maps what a definition says freely; the names and schemas in it stay, and are shown. */
function mapDefinition(value: unknown, map: TextMap, place: Place): unknown {
  if (typeof value === 'string') {
    showName(map, 'definition', value);
    return value;
  }
  if (Array.isArray(value)) return mapItems(value, (item) => mapDefinition(item, map, place));
  if (!isMembers(value)) return value;
  return mapEachMember(value, (member, name) => {
    if (place === 'tool' && (SECRET.test(name) || name === 'cache_control')) return member;
    if (!STRUCTURE.has(name)) showName(map, 'definition', name);
    return mapMemberOf(member, name, map, place);
  });
}

function mapMemberOf(member: unknown, name: string, map: TextMap, place: Place): unknown {
  // A property may be called `type` or `default` too: then it is a schema.
  const isNamed = place === 'names';
  if (!isNamed && name === 'type') return mapType(member, map, place);
  if (!isNamed && CHOICES.has(name)) {
    mapFreely(member, showOnly(map), 'definition', false);
    return member;
  }
  if (isMembers(member) ? !isNamed && VALUES.has(name) : FREE.has(name) || VALUES.has(name)) {
    return mapFreely(member, map, 'definition', false);
  }
  return mapDefinition(member, map, placeWithin(name, place));
}

function placeWithin(name: string, place: Place): Place {
  if (place === 'names') return 'schema';
  if (NAMES.has(name)) return 'names';
  return SCHEMAS.has(name) ? 'schema' : place;
}

/** A type is mostly a word of JSON Schema, or a list of such; what else stands there is read, too. */
function mapType(type: unknown, map: TextMap, place: Place): unknown {
  if (typeof type === 'string' && TYPES.has(type)) return type;
  return Array.isArray(type) ? mapItems(type, (item) => mapType(item, map, place)) : mapDefinition(type, map, place);
}

/** Maps the settings that shorten a long context; their prompts are free text. */
function mapEdits(value: unknown, map: TextMap): unknown {
  if (Array.isArray(value)) return mapItems(value, (item) => mapEdits(item, map));
  if (!isMembers(value)) return mapFreely(value, map, 'parameter');
  return mapEachMember(value, (member, name) => {
    showName(map, 'parameter', name);
    if (!REFERRING.has(name)) return mapEdits(member, map);
    mapFreely(member, showOnly(map), 'parameter', false);
    return member;
  });
}

/** A map that is shown texts which stay. */
export function showOnly(map: TextMap): TextMap {
  return (text, role) => {
    showName(map, role, text);
    return text;
  };
}
