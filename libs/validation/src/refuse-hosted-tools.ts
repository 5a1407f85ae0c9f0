import { GatewayError } from '@multilane/errors';

const RUN_BY_CALLER: ReadonlySet<unknown> = new Set(['function', 'custom']);
const HOSTED = /^(web_search|file_search|computer_use)[a-z0-9_]{0,40}$/;

/**
 * Refuses tools that a provider would run itself (specification section 4, "Unsupported endpoints"), in `tools` and in
 * `tool_choice`: 400 `unsupported_parameter`. `error.param` is the tool's name for web_search, file_search and
 * computer_use in any version, and the path of the type for others. Looks at nothing else, so it runs on any JSON.
 */
export function refuseHostedTools(body: Record<string, unknown>): void {
  if (Array.isArray(body.tools)) {
    for (let index = 0; index < body.tools.length; index++) refuseHosted(body.tools[index], `tools[${index}]`);
  }
  // A choice of an unknown form is a wrong value, not a tool: the schema answers that.
  if (HOSTED.test(String(typeOf(body.tool_choice)))) refuseHosted(body.tool_choice, 'tool_choice');
}

function refuseHosted(tool: unknown, path: string): void {
  const type = typeOf(tool);
  if (type === undefined || RUN_BY_CALLER.has(type)) return;
  const param = HOSTED.test(type) ? type : `${path}.type`;
  const message = `\`${path}\` is not a tool that the caller runs; the gateway accepts the types "function" and "custom".`;
  throw new GatewayError('unsupported_parameter', { param, message });
}

function typeOf(tool: unknown): string | undefined {
  const type: unknown = Object(tool).type;
  return typeof type === 'string' ? type : undefined;
}
