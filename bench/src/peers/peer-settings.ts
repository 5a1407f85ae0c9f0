import { BENCH_KEY, BENCH_MODEL } from '../build-gateway-config.js';

/** The versions that are compared. Change them here alone; docs/performance.md shows them in the table. */
export const PEER_VERSIONS = {
  portkey: '1.15.2',
  // The proxy of the newest, 1.110.2, cannot be installed: it asks for a package litellm-proxy that the index does not have.
  litellm: '1.106.12',
} as const;

/**
 * Package that npm installs. With the newest @hono/node-server that Portkey's gateway accepts, it answers each streamed request with 500
 * ("TypeError: immutable", its issue 1389). 1.14.1 is the last with which streams work.
 */
export const PORTKEY_PACKAGE = {
  private: true,
  dependencies: { '@portkey-ai/gateway': PEER_VERSIONS.portkey },
  overrides: { '@hono/node-server': '1.14.1' },
} as const;

/** The key that LiteLLM is called with; it takes only keys that begin so. It opens nothing but what the benchmark starts. */
export const LITELLM_KEY = `sk-${BENCH_KEY}`;

/** The key that the fixed upstream gets and does not read. */
const UPSTREAM_KEY = 'bench-upstream-key';

/** One model, one key, no database: the configuration for production of LiteLLM's documentation, without what needs one. */
export function buildLitellmConfig(upstreamUrl: string): object {
  return {
    model_list: [
      {
        model_name: BENCH_MODEL,
        litellm_params: { model: `openai/${BENCH_MODEL}`, api_base: `${upstreamUrl}/v1`, api_key: UPSTREAM_KEY },
      },
    ],
    general_settings: { master_key: LITELLM_KEY },
    litellm_settings: { request_timeout: 600, set_verbose: false, json_logs: true },
  };
}

/** Production mode, no debug log, and no request of its own to anybody: what it would fetch, it has with it. */
export const LITELLM_ENVIRONMENT = {
  LITELLM_MODE: 'PRODUCTION',
  LITELLM_LOG: 'ERROR',
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  LITELLM_LOCAL_AUTOROUTER_PRESETS: 'True',
  LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS: 'True',
  LITELLM_LOCAL_BLOG_POSTS: 'True',
  LITELLM_LOCAL_POLICY_TEMPLATES: 'True',
} as const;

/** The parameters of its command line: one worker, loopback alone. This version reports nothing, so there is nothing to turn off. */
export function buildLitellmParameters(config: string, port: number): string[] {
  return ['--config', config, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'];
}

/** Headers that make Portkey's gateway forward a request to the fixed upstream: it has no configuration file for that. */
export function buildPortkeyHeaders(upstreamUrl: string): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${UPSTREAM_KEY}`,
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstreamUrl}/v1`,
  };
}

/** One worker, connections kept open on both sides, nothing buffered of an answer, no body in a file. */
export function buildNginxConfig(upstreamUrl: string, port: number, directory: string, user?: string): string {
  return `${user === undefined ? '' : `user ${user};\n`}daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  tcp_nodelay on;
  keepalive_requests 10000000;
  client_max_body_size 16m;
  client_body_buffer_size 1m;
  client_body_temp_path ${directory}/nginx-body;
  proxy_temp_path ${directory}/nginx-proxy;
  fastcgi_temp_path ${directory}/nginx-fastcgi;
  uwsgi_temp_path ${directory}/nginx-uwsgi;
  scgi_temp_path ${directory}/nginx-scgi;
  upstream fixed {
    server ${new URL(upstreamUrl).host};
    keepalive 512;
    keepalive_requests 10000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://fixed;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`;
}
