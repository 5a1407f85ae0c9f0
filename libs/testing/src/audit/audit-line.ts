import { randomUUID } from 'node:crypto';

/** The id (UUIDv7) of a request that arrived at a time. */
export function idAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A line of the audit log as a gateway writes it, without its line break. */
export function auditLine(values: object = {}, time: Date = new Date()): string {
  return JSON.stringify({
    time: time.toISOString(),
    id: idAt(time),
    request_id: 'r',
    endpoint: 'chat.completions',
    method: 'POST',
    kind: 'call',
    status: 200,
    outcome: 'success',
    error_code: null,
    organization: 'default',
    organization_id: null,
    workspace: null,
    workspace_id: null,
    team: 'research',
    team_id: null,
    user_id: null,
    service_account_id: null,
    credential_type: 'api_key',
    credential_id: null,
    api_key_name: 'ci',
    key_role: 'member',
    model: 'default',
    logical_name: 'gpt-4o',
    provider: 'openai',
    provider_kind: 'openai',
    upstream_model: 'gpt-4o-2024-11-20',
    streamed: false,
    duration_ms: 12.5,
    time_to_first_byte_ms: 10,
    prompt_tokens: 10,
    completion_tokens: 2,
    total_tokens: 12,
    cached_tokens: null,
    reasoning_tokens: null,
    usage_source: 'reported',
    attempts: 1,
    cache: null,
    cost_usd: 0.5,
    price_version: 'config',
    client_address: '203.0.113.9',
    charges: [],
    ...values,
  });
}

/** Lines as the audit log holds them, each with its line break. */
export function auditLines(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}
