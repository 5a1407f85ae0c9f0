import { GatewayError } from '@multilane/errors';
import { listAlternatives } from './schema-words.js';

const RUN_BY_CALLER: readonly string[] = ['function', 'custom'];
const HOSTED = /^(web_search|file_search|computer_use)[a-z0-9_]{0,40}$/;

/**
 * Refuses tools that a provider would run itself (docs/contract/chat.md#hosted-tools), in `tools` and in
 * `tool_choice`: 400 `unsupported_parameter`. `error.param` is the tool's name for web_search, file_search and
 * computer_use in any version, and the path of the type for others. Looks at nothing else, so it runs on any JSON.
 */
export function refuseHostedTools(body: Record<string, unknown>): void {
  refuseHostedInList(body.tools, 'tools');
  // A choice of an unknown form is a wrong value, not a tool: the schema answers that.
  if (HOSTED.test(String(typeOf(body.tool_choice)))) refuseHosted(body.tool_choice, 'tool_choice', RUN_BY_CALLER);
}

/** The same for any list of tools, at `path`; `accepted` are the types of tools that the caller runs. */
export function refuseHostedInList(tools: unknown, path: string, accepted: readonly string[] = RUN_BY_CALLER): void {
  if (!Array.isArray(tools)) return;
  for (let index = 0; index < tools.length; index++) refuseHosted(tools[index], `${path}[${index}]`, accepted);
}

function refuseHosted(tool: unknown, path: string, accepted: readonly string[]): void {
  const type = typeOf(tool);
  if (type === undefined || accepted.includes(type)) return;
  const param = HOSTED.test(type) ? type : `${path}.type`;
  const types = listAlternatives(accepted);
  const message = `\`${path}\` is not a tool that the caller runs; the gateway accepts tools of type ${types}.`;
  throw new GatewayError('unsupported_parameter', { param, message });
}

function typeOf(tool: unknown): string | undefined {
  const type: unknown = Object(tool).type;
  return typeof type === 'string' ? type : undefined;
}
