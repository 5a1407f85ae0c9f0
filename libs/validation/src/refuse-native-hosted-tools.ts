import { GatewayError } from '@multilane/errors';
import { MCP_INSTEAD } from './requests/validate-chat-request.js';

/**
 * The tools of the native format that its provider runs, or that reach beyond the request: the web, a sandbox, other
 * servers, other models (platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools). The computer tool is run
 * by the caller, yet it is a hosted tool here (docs/contract/chat.md#hosted-tools). What the caller runs (`bash_*`,
 * `text_editor_*`, `memory_*`, `browser_toolset_*`) and the search over the request's own tools stay.
 */
const HOSTED =
  /^(web_search|web_fetch|file_search|computer|computer_use|computer_toolset|code_execution|mcp_toolset|advisor)(_[a-z0-9_]{1,40})?$/;

/**
 * Rejects hosted tools in a body of the native format (docs/contract/chat.md#hosted-tools): 400
 * `unsupported_parameter`, `error.param` the tool's type. Looks at nothing else, so it runs on any JSON.
 */
export function refuseNativeHostedTools(body: Record<string, unknown>): void {
  const { tools } = body;
  if (!Array.isArray(tools)) return;
  for (let index = 0; index < tools.length; index++) {
    const type: unknown = Object(tools[index]).type;
    if (typeof type !== 'string' || !HOSTED.test(type)) continue;
    throw new GatewayError('unsupported_parameter', {
      param: type,
      message: `\`tools[${index}]\` is a hosted tool. The gateway runs none: declare a tool and run it yourself.${type.startsWith('mcp') ? MCP_INSTEAD : ''}`,
    });
  }
}
