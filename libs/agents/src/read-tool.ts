import {
  AGENT_BOUNDS,
  AGENT_DEFAULTS,
  type DeclaredTool,
  HTTP_TOOL_METHODS,
  type HttpTool,
  type HttpToolMethod,
  type McpTools,
} from './definition.js';
import { invalid, type Members, readInteger, readList, readObject, readText } from './read-members.js';
import { findTemplateProblem, placeholdersOf } from './url-template.js';

const COMMON = ['type', 'name', 'description', 'requires_approval'];
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const REFERENCE = /\{\{secrets\.[A-Za-z][A-Za-z0-9_]{0,63}\}\}/g;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const HEADER_TEXT = /^[\t\x20-\x7e]{0,1024}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Headers that the connection itself writes, or that would change the request. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'idempotency-key',
]);

/** @throws GatewayError 400 that names the field */
export function readTool(value: unknown, param: string): DeclaredTool {
  const type = (Object(value) as Members).type;
  switch (type) {
    case 'http':
      return readHttpTool(value, param);
    case 'agent':
      return readAgentTool(value, param);
    case 'mcp':
      return readMcpTools(value, param);
    default:
      throw invalid(`${param}.type`, 'must be one of http, agent, mcp');
  }
}

function readHttpTool(value: unknown, param: string): HttpTool {
  const tool = readObject(value, param, [...COMMON, 'method', 'url', 'parameters', 'headers', 'timeout_seconds']);
  const method = tool.method ?? 'GET';
  if (!HTTP_TOOL_METHODS.some((known) => known === method)) {
    throw invalid(`${param}.method`, `must be one of ${HTTP_TOOL_METHODS.join(', ')}`);
  }
  const url = readText(tool.url, `${param}.url`, { max: 2_048 });
  const problem = findTemplateProblem(url);
  if (problem !== undefined) throw invalid(`${param}.url`, problem);
  const parameters = readParameters(tool.parameters ?? { type: 'object', properties: {} }, `${param}.parameters`);
  const properties = Object(parameters.properties) as Members;
  const missing = placeholdersOf(url).find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined)
    throw invalid(`${param}.url`, `names {${missing}}, which is not in \`parameters.properties\``);
  return {
    type: 'http',
    ...readCommon(tool, param),
    method: method as HttpToolMethod,
    url,
    parameters,
    headers: readHeaders(tool.headers ?? {}, `${param}.headers`),
    timeout_seconds: readInteger(tool.timeout_seconds ?? AGENT_DEFAULTS.toolSeconds, `${param}.timeout_seconds`, {
      max: AGENT_BOUNDS.toolSeconds,
    }),
  };
}

function readAgentTool(value: unknown, param: string): DeclaredTool {
  const tool = readObject(value, param, [...COMMON, 'agent_id']);
  const { agent_id: id } = tool;
  if (typeof id !== 'string' || !UUID.test(id)) throw invalid(`${param}.agent_id`, 'must be the id of an agent');
  return { type: 'agent', ...readCommon(tool, param), agent_id: id };
}

function readMcpTools(value: unknown, param: string): McpTools {
  const asked = readObject(value, param, [...COMMON, 'server', 'tools']);
  const { description, server, tools } = asked;
  const names = tools === undefined || tools === null ? null : readList(tools, `${param}.tools`, AGENT_BOUNDS.mcpTools);
  if (names?.length === 0) throw invalid(`${param}.tools`, 'must name a tool, or be left out');
  return {
    type: 'mcp',
    ...readCommon({ ...asked, description: description ?? 'Tools of an MCP server.' }, param),
    server: readText(server, `${param}.server`, { max: 128 }),
    tools:
      names === null
        ? null
        : [...new Set(names.map((name, at) => readText(name, `${param}.tools[${at}]`, { max: 128 })))],
  };
}

function readCommon({ description, name, requires_approval }: Members, param: string) {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw invalid(`${param}.name`, 'must have 1 to 64 letters, digits, `_` or `-`');
  }
  if (requires_approval !== undefined && typeof requires_approval !== 'boolean') {
    throw invalid(`${param}.requires_approval`, 'must be true or false');
  }
  return {
    name,
    description: readText(description, `${param}.description`, { max: 4_000 }),
    requires_approval: requires_approval ?? false,
  };
}

/** Bounded by its text: it is compiled on a thread only, and only when the tool is called. */
function readParameters(value: unknown, param: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(param, 'must be an object');
  const schema = value as Record<string, unknown>;
  if (isDeeper(schema, AGENT_BOUNDS.parametersDepth)) {
    throw invalid(param, `must have at most ${AGENT_BOUNDS.parametersDepth} levels`);
  }
  const written = JSON.stringify(schema);
  if (written.length > AGENT_BOUNDS.parameters) {
    throw invalid(param, `must be at most ${AGENT_BOUNDS.parameters} characters of JSON`);
  }
  if (/\\u0000|\\ud[89a-f]/.test(written)) throw invalid(param, 'must not contain NUL or half of a surrogate pair');
  if (schema.type !== 'object') throw invalid(`${param}.type`, 'must be `object`');
  const { properties } = schema;
  if (
    properties !== undefined &&
    (typeof properties !== 'object' || properties === null || Array.isArray(properties))
  ) {
    throw invalid(`${param}.properties`, 'must be an object');
  }
  return schema;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function readHeaders(value: unknown, param: string): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(param, 'must be an object');
  const entries = Object.entries(value);
  if (entries.length > AGENT_BOUNDS.headers) throw invalid(param, `must have at most ${AGENT_BOUNDS.headers} members`);
  const seen = new Set<string>();
  const read = entries.map(([name, given]): [string, string] => {
    const path = `${param}.${name.slice(0, 64)}`;
    if (!HEADER_NAME.test(name)) throw invalid(path, 'is not the name of a header');
    const lower = name.toLowerCase();
    if (OWN_HEADERS.has(lower)) throw invalid(path, 'is set by the gateway');
    if (seen.has(lower)) throw invalid(path, 'is set twice');
    seen.add(lower);
    return [lower, readHeader(given, path)];
  });
  return Object.fromEntries(read);
}

function readHeader(value: unknown, param: string): string {
  if (typeof value !== 'string' || !HEADER_TEXT.test(value)) {
    throw invalid(param, 'must be a text of at most 1024 printable characters of ASCII');
  }
  if (/\{\{|\}\}/.test(value.replaceAll(REFERENCE, ''))) {
    throw invalid(param, 'has double braces that are not `{{secrets.NAME}}`');
  }
  return value;
}
