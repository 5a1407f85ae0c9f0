import { AGENT_BOUNDS } from '@multilane/agents';
import type { Cause } from '@multilane/auth';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { CollectingSink } from '../../delivery/collecting-sink.js';
import { MCP_OF_SERVER } from '../../endpoints/mcp/mcp.endpoints.js';
import { runPipeline } from '../../pipeline/run-pipeline.js';
import type { Admission, IncomingRequest } from '../../recording/request-parts.js';
import type { WorkerServices } from '../worker-services.js';
import type { ToolOutcome } from './call-http-tool.js';
import { boundResult, errorText } from './step-content.js';

export interface McpToolCall {
  readonly services: WorkerServices;
  readonly admission: Admission;
  readonly server: string;
  /** Its name at the server. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Unique; the audit log has it. */
  readonly requestId: string;
  readonly clientAddress: string | null;
  /** Headers with the tags and the customer of whoever caused it. */
  readonly cause: Cause;
  readonly signal: AbortSignal;
}

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

/**
 * Calls a tool of an MCP server as a client of the MCP gateway does, under the same policies: access, approvals, limits, budgets,
 * guardrails and the audit log. Rejects with the signal's reason only.
 */
export async function callMcpTool(call: McpToolCall): Promise<ToolOutcome> {
  const { admission, cause, clientAddress, requestId, server, services, signal } = call;
  signal.throwIfAborted();
  const params = { name: call.tool, arguments: call.arguments };
  const body = { jsonrpc: '2.0', id: requestId, method: 'tools/call', params };
  const request: IncomingRequest = {
    requestId,
    method: MCP_OF_SERVER.route.method,
    path: MCP_OF_SERVER.route.path.replace('{server}', encodeURIComponent(server)),
    endpoint: MCP_OF_SERVER.name,
    params: { server },
    clientAddress,
    admission,
    headers: { ...HEADERS, ...cause },
    isLarge: false,
  };
  const sink = new CollectingSink();
  const leave = (): void => sink.leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await runPipeline(MCP_OF_SERVER, { admission, body, request, services, sink });
  } finally {
    signal.removeEventListener('abort', leave);
  }
  signal.throwIfAborted();
  if (sink.error !== undefined) return { text: errorText(sink.error.code, sink.error.message), isError: true };
  return readAnswer(sink.body ?? '');
}

/** A result, or a refusal of the gateway, for the model. */
function readAnswer(text: string): ToolOutcome {
  const { error, result } = readMessage(text);
  if (isRecord(error)) {
    const data = isRecord(error.data) ? error.data : {};
    const code = typeof data.code === 'string' ? data.code : 'tool_refused';
    return { text: errorText(code, String(error.message ?? 'The call was refused.')), isError: true };
  }
  if (!isRecord(result)) return { text: errorText('provider_error', 'The MCP server gave no result.'), isError: true };
  return { text: boundResult(writeResult(result)), isError: result.isError === true };
}

/** The message that answers the call: JSON, or the last one of a stream of events. */
function readMessage(text: string): Readonly<Record<string, unknown>> {
  const found = text.startsWith('{') ? [text] : [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, data]) => data ?? '');
  try {
    const message: unknown = parseBoundedJson(found.at(-1) ?? '');
    return isRecord(message) ? message : {};
  } catch {
    return {};
  }
}

/** Texts as they are. Other content is named by its type: a chat model reads only text of a tool. */
function writeResult({ content, structuredContent }: Readonly<Record<string, unknown>>): string {
  const parts = (Array.isArray(content) ? content : []).filter(isRecord);
  const texts = parts.map((part) => (typeof part.text === 'string' ? part.text : writePart(part)));
  if (texts.length > 0) return texts.join('\n');
  return JSON.stringify(structuredContent ?? null).slice(0, AGENT_BOUNDS.result * 2);
}

function writePart({ mimeType, resource, type, uri }: Readonly<Record<string, unknown>>): string {
  if (isRecord(resource) && typeof resource.text === 'string') return resource.text;
  return JSON.stringify({ type, mimeType, uri, omitted: 'Only texts of results are passed on.' });
}
