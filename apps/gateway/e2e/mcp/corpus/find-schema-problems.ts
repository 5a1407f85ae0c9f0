import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Era, Message } from './scripted-server.js';

/** The types of results, by the method that was asked. */
const RESULTS: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  'prompts/get': 'GetPromptResult',
  'prompts/list': 'ListPromptsResult',
  'resources/list': 'ListResourcesResult',
  'resources/read': 'ReadResourceResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'server/discover': 'DiscoverResult',
  'tools/call': 'CallToolResult',
  'tools/list': 'ListToolsResult',
};

const compiled = new Map<string, ValidateFunction | undefined>();

/** Finds the parts of a result that do not fit the schema of the protocol. None if there is no schema. */
export function findSchemaProblems(era: Era, { method = '' }: Message, result: unknown): readonly unknown[] {
  const type = RESULTS[method];
  const validate = type === undefined || result === undefined ? undefined : compile(era, type);
  if (validate === undefined || validate(result)) return [];
  return validate.errors ?? [];
}

function compile(era: Era, type: string): ValidateFunction | undefined {
  const key = `${era} ${type}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const file = join(SHARED_FIXTURES_BEYOND_TEXT, `mcp-schema/${era}/schema.json`);
  if (!existsSync(file)) return undefined;
  const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ ...schema, $ref: `#/$defs/${type}` });
  compiled.set(key, validate);
  return validate;
}
