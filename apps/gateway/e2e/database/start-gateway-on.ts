import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@multilane/config';
import { startGateway } from '@multilane/gateway';
import type { DatabaseWithSecrets, VersionChannel } from '@multilane/persistence';
import {
  type GatewaySections,
  gatewayConfig,
  type HttpAnswer,
  type HttpCall,
  waitUntil,
  wholeLines,
} from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import { HELLO } from '../start-pair.js';

export interface CallOptions extends Omit<HttpCall, 'url'> {
  readonly token?: string;
}

/** A gateway in this process, on a database that is open here. */
export interface GatewayInProcess {
  readonly url: string;
  send(path: string, call?: CallOptions): Promise<HttpAnswer>;
  /** POST /v1/chat/completions. */
  chat(token: string, model: string): Promise<HttpAnswer>;
  /** The audit record of an answer. */
  recordOf(answer: HttpAnswer): Promise<Record<string, unknown>>;
  /** The audit log so far. */
  auditLog(): string;
  stop(): Promise<void>;
}

/** Addresses on this machine, which people's objects lead to in tests; a gateway rejects them unless they are allowed. */
const ALLOWED = { allow_private: ['127.0.0.1/32'] };

export async function startGatewayOn(
  connected: { readonly database: DatabaseWithSecrets; readonly channel: VersionChannel },
  upstreamUrl: string,
  sections: GatewaySections = {},
): Promise<GatewayInProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-gateway-'));
  const path = join(folder, 'audit.ndjson');
  const text = gatewayConfig({
    upstreamUrl,
    server: { host: '127.0.0.1', port: 0, drain_delay_ms: 0, drain_ms: 1_000 },
    network: ALLOWED,
    telemetry: { log_level: 'silent' },
    audit: { path, spool_dir: join(folder, 'spool') },
    ...sections,
  });
  const auditLog = (): string => (existsSync(path) ? wholeLines(readFileSync(path, 'utf8')) : '');
  const gateway = await startGateway({ config: parseConfig(text, { env: {} }).config, database: connected });
  const send: GatewayInProcess['send'] = (where, { token, headers, ...call } = {}) =>
    appRequest(gateway.url, {
      ...call,
      path: where,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    });
  return {
    url: gateway.url,
    send,
    chat: (token, model) => send('/v1/chat/completions', { token, body: { ...HELLO, model } }),
    recordOf: async ({ headers }) => {
      const mark = `"request_id":"${String(headers['x-request-id'])}"`;
      const find = () =>
        auditLog()
          .split('\n')
          .find((line) => line.includes(mark));
      return JSON.parse(await waitUntil('the audit record', find)) as Record<string, unknown>;
    },
    auditLog,
    stop: async () => {
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
