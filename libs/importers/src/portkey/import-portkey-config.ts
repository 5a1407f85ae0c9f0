import { isRecord } from '@multilane/contracts';
import { checkResult } from '../check-result.js';
import { Findings } from '../findings.js';
import { GatewayDraft } from '../gateway-draft.js';
import { ImportError, type ImportResult } from '../import-result.js';
import { isName } from '../is-name.js';
import { readSource } from '../read-source.js';
import type { SourceNode } from '../source-node.js';
import { Variables } from '../variables.js';
import { HOOK_NAMES } from './read-checks.js';
import { RouteReader } from './read-route.js';
import { LISTS, rowsOf, StoredObjects } from './stored-objects.js';

export interface PortkeyOptions {
  /** Name of the routing config, where the source has none. Default: `portkey`. */
  readonly name?: string | undefined;
  /** Model of targets that name none: in Portkey, the request names it. */
  readonly defaultModel?: string | undefined;
}

const SIGNS = ['strategy', 'targets', 'provider', 'virtual_key', 'cache', 'retry', 'override_params', ...HOOK_NAMES];
const MOST_CONFIGS = 200;

/**
 * Makes a gateway.yaml of one of Portkey's configs, of a list of them, or of an export: a mapping with the lists of Portkey's
 * API, such as `configs`, `virtual_keys`, `guardrails` and `api_keys`. Each config becomes a routing config, its targets
 * models, and nested targets virtual models.
 *
 * @throws ImportError for text that is no such file, or is too large
 */
export function importPortkeyConfig(text: string, options: PortkeyOptions = {}): ImportResult {
  const root = readSource(text, 'Portkey', { isInEitherCase: true });
  const draft = new GatewayDraft();
  const findings = new Findings();
  const stored = new StoredObjects(findings, draft);
  const variables = new Variables(text);
  const configs = listConfigs(root, options.name ?? 'portkey', stored, findings);
  const reader = new RouteReader({ draft, findings, variables, stored, defaultModel: options.defaultModel });
  const taken = new Set<string>();
  for (const { name, label, node } of configs) {
    const unique = isName(name) && !taken.has(name) ? name : freeName(taken);
    taken.add(unique);
    const isText = typeof node.value !== 'object';
    if (isText) findings.manual(node, 'The config cannot be read. Write it as JSON.');
    if (isText || !reader.readConfig(node, unique)) findings.approximate(label, 'No routing config was made.');
    else if (name === unique) findings.exact(label, 'The name of the routing config.');
    else findings.approximate(label, `The name is taken, or is none here. The routing config is ${unique}.`);
  }
  const yaml = draft.toYaml("Portkey's configs");
  const list = variables.listIn(yaml);
  return { yaml, findings: findings.complete(root), variables: list, problems: checkResult(yaml, list) };
}

function freeName(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`portkey-${number}`)) number += 1;
  return `portkey-${number}`;
}

interface NamedConfig {
  readonly name: string;
  /** The member with the name. */
  readonly label: SourceNode;
  readonly node: SourceNode;
}

function listConfigs(root: SourceNode, fallback: string, stored: StoredObjects, findings: Findings): NamedConfig[] {
  const isExport = LISTS.some((name) => root.at(name).exists);
  if (isExport) stored.readExport(root);
  else if (root.at('data').items.length > 0) stored.noteEnvelope(root);
  const rows = isExport ? rowsOf(root.at('configs')) : rowsOf(root);
  if (!isExport && rows.length === 0) {
    if (!SIGNS.some((sign) => root.at(sign).value !== undefined)) {
      throw new ImportError(`The file holds no config of Portkey: it has none of ${SIGNS.join(', ')}.`);
    }
    return [{ name: fallback, label: root.at('name'), node: root }];
  }
  readTexts(rows);
  if (rows.length > MOST_CONFIGS) throw new ImportError(`The file has more than ${MOST_CONFIGS} configs.`);
  // Rows of other lists may stand among the configs, and what they say counts for all.
  return rows
    .filter((row) => !stored.readRow(row) && isActive(row, findings))
    .map((row, index) => {
      if (row.at('config').exists) stored.closeUnknown(row, ['config']);
      const label = row.at('name').text === undefined ? row.at('slug') : row.at('name');
      return { name: label.text ?? `${fallback}-${index + 1}`, label, node: configOf(row) };
    });
}

/** False for a config that Portkey does not use any more, which is reported. */
function isActive(row: SourceNode, findings: Findings): boolean {
  const status = row.at('config').exists ? row.at('status').text : undefined;
  if (status === undefined || status === 'active') return true;
  findings.approximate(row, 'The config is not active. It was left out.');
  return false;
}

/** Reads configs that the answers of Portkey's API have as text, in their places. A text that is none stays. */
function readTexts(rows: readonly SourceNode[]): void {
  for (const { value: row } of rows) {
    if (!isRecord(row) || typeof row.config !== 'string') continue;
    try {
      Object.assign(row, { config: readSource(row.config, 'Portkey').value });
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
    }
  }
}

function configOf(row: SourceNode): SourceNode {
  return row.at('config').exists ? row.at('config') : row;
}
