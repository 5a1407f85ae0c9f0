import type { Findings } from '../findings.js';
import type { GatewayDraft } from '../gateway-draft.js';
import { isBlank } from '../is-blank.js';
import type { SourceNode } from '../source-node.js';
import { toSnakeCase } from '../to-snake-case.js';

/** Lists of the export, by the kind of their rows. Credentials are called virtual keys, providers or integrations by release. */
const CREDENTIALS = ['virtual_keys', 'providers', 'integrations'] as const;
const OTHER_LISTS = ['guardrails', 'api_keys', 'workspaces'] as const;

/** Members by which a file is an export of several lists. */
export const LISTS = ['configs', ...CREDENTIALS, ...OTHER_LISTS] as const;

/** Members of rows that restrict nothing. */
const HARMLESS = new Set([
  ...['id', 'slug', 'name', 'note', 'description', 'object', 'type', 'sub_type', 'key', 'masked_api_key', 'icon'],
  ...['created_at', 'updated_at', 'last_updated_at', 'created_by', 'creation_mode', 'reset_usage', 'alert_emails'],
  ...['organisation_id', 'workspace_id', 'user_id', 'ai_provider_name', 'ai_provider_id', 'provider'],
  ...['integration_id', 'configurations', 'model_config', 'is_default', 'version_id', 'users'],
]);

const MODELS = new Set(['models', 'allowed_models', 'allow_all_models']);

/** A credential of Portkey, and the rights of its users. */
export interface StoredCredential {
  readonly provider: string | undefined;
  /** True: something restricts it that cannot be kept. */
  readonly isClosed: boolean;
  /** The models that it may be used for; undefined: every model. */
  readonly models: readonly string[] | undefined;
}

/** Objects that Portkey stores beside configs: the rows of its lists, where the source has them. */
export class StoredObjects {
  private readonly credentials = new Map<string, StoredCredential>();
  private readonly guardrails = new Map<string, SourceNode>();

  constructor(
    private readonly findings: Findings,
    private readonly draft: GatewayDraft,
  ) {}

  /** Reads every list of an export but its configs. */
  readExport(root: SourceNode): void {
    for (const name of LISTS) this.noteEnvelope(root.at(name));
    for (const name of CREDENTIALS) for (const row of rowsOf(root.at(name))) this.readCredential(row);
    for (const row of rowsOf(root.at('guardrails'))) this.readGuardrail(row);
    for (const row of rowsOf(root.at('api_keys'))) this.readApiKey(row);
    for (const row of rowsOf(root.at('workspaces'))) this.readWorkspace(row);
  }

  /** Reads a row of another list than that of configs. False for any other row. */
  readRow(row: SourceNode): boolean {
    const { text } = row.at('object');
    if (text === 'virtual-key' || text === 'provider' || text === 'integration') this.readCredential(row);
    else if (text === 'api-key') this.readApiKey(row);
    else if (text === 'guardrail') this.readGuardrail(row);
    else if (text === 'workspace') this.readWorkspace(row);
    else return false;
    return true;
  }

  /** Reports the members that Portkey's API writes around the rows of a list. */
  noteEnvelope(list: SourceNode): void {
    for (const name of ['object', 'total', 'has_more']) this.findings.exact(list.at(name), 'Needs no setting.');
  }

  credential(slug: string | undefined): StoredCredential | undefined {
    return slug === undefined ? undefined : this.credentials.get(slug);
  }

  guardrail(id: string): SourceNode | undefined {
    return this.guardrails.get(id);
  }

  private readCredential(row: SourceNode): void {
    const message = 'Models that use it were left out: models have no such limits here.';
    this.findings.manual(row, 'The credential is stored at Portkey. Set the variable that the provider references.');
    const provider = ['ai_provider_name', 'ai_provider_id', 'provider'].map((name) => row.at(name).text).find(Boolean);
    const credential = {
      provider: provider?.toLowerCase(),
      isClosed: this.closeRestrictions(row, message),
      models: this.readModels(row),
    };
    for (const name of ['slug', 'id', 'name']) {
      const { text } = row.at(name);
      if (text !== undefined) this.credentials.set(text, credential);
    }
  }

  private readModels(row: SourceNode): readonly string[] | undefined {
    const lists = [row.at('allowed_models'), row.at('models')].filter(({ exists }) => exists);
    if (row.at('allow_all_models').flag === true || lists.length === 0) {
      // Without its list, a credential for some models is one for none.
      return row.at('allow_all_models').flag === false ? [] : undefined;
    }
    const rows = lists.flatMap((list) => list.items);
    for (const list of lists) this.findings.exact(list, 'Targets with other models were left out.');
    return rows.flatMap((each) => {
      if (each.at('enabled').flag === false) return [];
      return each.text ?? each.at('slug').text ?? [];
    });
  }

  private readGuardrail(row: SourceNode): void {
    this.findings.approximate(row, 'Became guardrails of the configs that name it.');
    for (const name of ['slug', 'id']) {
      const { text } = row.at(name);
      if (text !== undefined) this.guardrails.set(text, row);
    }
  }

  private readApiKey(row: SourceNode): void {
    this.findings.manual(row, 'Portkey shows no keys, so that none was made. Make one in the team of its workspace.');
    this.closeRestrictions(row, 'No key was made. Restrict the one that you make in the same way.');
  }

  private readWorkspace(row: SourceNode): void {
    this.findings.manual(row, 'Make a team for the workspace.');
    const message =
      'It holds for every caller of the workspace. The result listens on 127.0.0.1 only: change `server.host`';
    if (this.closeRestrictions(row, `${message} once the team has it.`)) this.draft.server.host = '127.0.0.1';
  }

  /** Reports the members of a row that may restrict, known or not. False if there are none. */
  private closeRestrictions(row: SourceNode, message: string): boolean {
    let isClosed = false;
    for (const [key, node] of row.entries) {
      const name = toSnakeCase(key);
      if (HARMLESS.has(name) || MODELS.has(name) || isBlank(node.value)) continue;
      if (name === 'status' && node.text === 'active') continue;
      this.findings.opensAccess(node, message);
      isClosed = true;
    }
    return isClosed;
  }
}

/** A list, or the answer of Portkey's API that has it. */
export function rowsOf(node: SourceNode): readonly SourceNode[] {
  return node.items.length > 0 ? node.items : node.at('data').items;
}
