import { type AuthProvider, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpServer } from '../../snapshot/mcp-servers.js';
import { createBoundedFetch } from './bounded-fetch.js';
import { ClientCredentials } from './client-credentials.js';
import { OpenApiUpstream } from './openapi-upstream.js';
import { createSampleServer } from './sample-server.js';
import { SdkUpstream } from './sdk-upstream.js';
import type { McpUpstream } from './upstream.js';

/** Brackets and commas of an OpenAPI document, which is parsed and not checked. */
const MOST_OF_DOCUMENT = 400_000;

/**
 * The way to a server, as it is declared. Nothing is sent before the first request.
 *
 * @param openAccount the tokens of a person, for a server that wants an account of each
 */
export function openUpstream(server: McpServer, openAccount?: (fetch: FetchLike) => AuthProvider): McpUpstream {
  if (server.kind === 'sample') return openSample();
  const { command: [command, ...args] = [], env } = server;
  if (command !== undefined) {
    return new SdkUpstream(async () => {
      const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
      return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
    });
  }
  const isApi = server.kind === 'openapi';
  const bounded = createBoundedFetch(server.network, server.trusted, isApi ? MOST_OF_DOCUMENT : undefined);
  const credentials = server.oauth && new ClientCredentials(server.oauth, bounded.fetch);
  if (isApi) return new OpenApiUpstream(server, bounded, credentials);
  const authProvider = openAccount?.(bounded.fetch) ?? credentials;
  const upstream = new SdkUpstream(async () => {
    return new StreamableHTTPClientTransport(new URL(server.url ?? ''), {
      // Streams that stand open for notifications are not needed: lists are read again.
      fetch: (url, init) => (init?.method === 'GET' ? Promise.resolve(refuseGet()) : bounded.fetch(url, init)),
      requestInit: { headers: server.headers },
      ...(authProvider && { authProvider }),
    });
  });
  return closeBoth(upstream, () => bounded.close());
}

function refuseGet(): Response {
  return new Response(null, { status: 405 });
}

function openSample(): McpUpstream {
  const handler = createSampleServer();
  const upstream = new SdkUpstream(async () => {
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
    return new StreamableHTTPClientTransport(new URL('http://sample.invalid/mcp'), { fetch });
  });
  return closeBoth(upstream, () => handler.close());
}

function closeBoth(upstream: SdkUpstream, close: () => Promise<void>): McpUpstream {
  return {
    list: (signal) => upstream.list(signal),
    callTool: (name, values, call) => upstream.callTool(name, values, call),
    readResource: (uri, call) => upstream.readResource(uri, call),
    getPrompt: (name, values, call) => upstream.getPrompt(name, values, call),
    close: async () => {
      await upstream.close();
      await close();
    },
  };
}
