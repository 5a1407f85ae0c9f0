import { checkResult } from '../check-result.js';
import { Findings } from '../findings.js';
import { GatewayDraft } from '../gateway-draft.js';
import { ImportError, type ImportResult } from '../import-result.js';
import { isName } from '../is-name.js';
import { readSource } from '../read-source.js';
import type { SourceNode } from '../source-node.js';
import { Variables } from '../variables.js';
import { RouteReader } from './read-route.js';

export interface PortkeyOptions {
  /** Name of the routing config, where the source has none. Default: `portkey`. */
  readonly name?: string | undefined;
  /** Model of targets that name none: in Portkey, the request names it. */
  readonly defaultModel?: string | undefined;
}

const SIGNS = [
  'strategy',
  'targets',
  'provider',
  'virtual_key',
  'cache',
  'retry',
  'input_guardrails',
  'before_request_hooks',
];
const MOST_CONFIGS = 200;

/**
 * Makes a gateway.yaml of one of Portkey's configs, or of a list of them. Each config becomes a routing config, its
 * targets models, and nested targets virtual models.
 *
 * @throws ImportError for text that is no such file, or is too large
 */
export function importPortkeyConfig(text: string, options: PortkeyOptions = {}): ImportResult {
  const root = readSource(text, 'Portkey');
  const configs = listConfigs(root, options.name ?? 'portkey');
  const draft = new GatewayDraft();
  const findings = new Findings();
  const variables = new Variables(text);
  const taken = new Set<string>();
  for (const { name, node } of configs) {
    const unique = isName(name) && !taken.has(name) ? name : `portkey-${taken.size + 1}`;
    taken.add(unique);
    new RouteReader({ draft, findings, variables, defaultModel: options.defaultModel }).readConfig(node, unique);
  }
  const yaml = draft.toYaml("Portkey's configs");
  const list = variables.listIn(yaml);
  return { yaml, findings: findings.complete(root), variables: list, problems: checkResult(yaml, list) };
}

function listConfigs(root: SourceNode, fallback: string): { name: string; node: SourceNode }[] {
  if (!Array.isArray(root.value)) {
    if (!SIGNS.some((sign) => root.at(sign).value !== undefined)) {
      throw new ImportError(`The file holds no config of Portkey: it has none of ${SIGNS.join(', ')}.`);
    }
    return [{ name: fallback, node: root }];
  }
  if (root.items.length > MOST_CONFIGS) throw new ImportError(`The file has more than ${MOST_CONFIGS} configs.`);
  return root.items.map((item, index) => ({
    name: item.at('name').text ?? item.at('slug').text ?? `${fallback}-${index + 1}`,
    node: item.at('config').exists ? item.at('config') : item,
  }));
}
