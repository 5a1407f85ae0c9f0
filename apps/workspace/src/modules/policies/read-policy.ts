import type { GuardrailEntry } from '@multilane/config';
import { isRecord } from '@multilane/contracts';
import { type AllowedNetworks, checkUserBaseUrl } from '@multilane/egress';
import type { JsonObject, PolicySecrets } from '@multilane/persistence';
import { refuseField } from '../../http/invalid-field.js';
import { findNameProblem } from '../providers/find-header-problem.js';
import type { Fields, KindRules } from './policy-kinds.js';

/** A policy as it is recorded: its definition without what is sealed. */
export interface PolicyValues {
  readonly name: string;
  readonly definition: JsonObject;
  /** Headers of an http guardrail; undefined: none, or those that it has. */
  readonly headers: PolicySecrets['headers'] | undefined;
}

/**
 * Reads a policy, with every default. Fails with 400 for what gateway.yaml would reject too, and for an address or a header
 * that people may not name (docs/contract/egress.md#addresses).
 */
export async function readPolicy(
  rules: KindRules,
  { name, ...fields }: Fields & { readonly name: string },
  allowed: AllowedNetworks,
): Promise<PolicyValues> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const { entry, problems } = await rules.parse({ ...given, name });
  if (problems !== undefined) throw refuseField(problems[0]);
  const { name: _name, ...definition } = JSON.parse(JSON.stringify(entry)) as Fields;
  if (rules.kind !== 'guardrail' || definition.kind !== 'http') {
    return { name, definition: definition as JsonObject, headers: undefined };
  }
  const { config } = definition as unknown as Extract<GuardrailEntry, { kind: 'http' }>;
  const { headers, ...open } = config;
  checkChecker(open.url, Object.keys(headers), allowed);
  const isSent = isRecord(given.config) && given.config.headers !== undefined;
  return { name, definition: { ...definition, config: open } as JsonObject, headers: isSent ? headers : undefined };
}

function checkChecker(url: string, headerNames: readonly string[], allowed: AllowedNetworks): void {
  const problem = checkUserBaseUrl(url, allowed);
  if (problem !== undefined) throw refuseField({ path: 'config.url', message: problem });
  const header = findNameProblem(headerNames);
  if (header !== undefined) throw refuseField({ path: `config.${header.param}`, message: header.message });
}

/** The host that headers of an http guardrail are sent to; undefined for any other policy. */
export function checkerOf({ kind, config }: JsonObject): string | undefined {
  if (kind !== 'http' || !isRecord(config) || typeof config.url !== 'string') return undefined;
  return new URL(config.url).origin;
}
