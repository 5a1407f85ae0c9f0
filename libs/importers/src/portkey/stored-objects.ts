import type { Findings } from '../findings.js';
import type { GatewayDraft } from '../gateway-draft.js';
import { isBlank } from '../is-blank.js';
import type { SourceNode } from '../source-node.js';
import { toSnakeCase } from '../to-snake-case.js';
import { lose, RESTRICTING } from './lose.js';

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
  /** True for a model that it may be used for. */
  readonly allows: (model: string) => boolean;
}

/** Objects that Portkey stores beside configs: the rows of its lists, where the source has them. */
export class StoredObjects {
  /** By slug, id and name. Rows of several lists may have one in common, and those of providers name an integration. */
  private readonly credentials = new Map<string, (StoredCredential & { readonly parent: string | undefined })[]>();
  private readonly guardrails = new Map<string, SourceNode>();

  constructor(
    readonly findings: Findings,
    readonly draft: GatewayDraft,
  ) {}

  /** Reads every list of an export but its configs. */
  readExport(root: SourceNode): void {
    for (const name of LISTS) {
      const list = root.at(name);
      this.noteEnvelope(list);
      const hasRows = rowsOf(list).length > 0 || Array.isArray(list.at('data').value);
      if (!hasRows && !isBlank(list.value))
        lose(this, list, 'This is no list of rows. Add what they restrict by hand.');
    }
    this.closeUnknown(root, LISTS);
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

  /** Reports members beside those that are read, whose names say that they restrict. */
  closeUnknown(node: SourceNode, known: readonly string[]): void {
    for (const [key, member] of node.entries) {
      const name = toSnakeCase(key);
      if (known.includes(name) || !RESTRICTING.test(name) || isBlank(member.value)) continue;
      lose(this, member, 'The importer does not know this setting, whose name says that it restricts.');
    }
  }

  /** Reports the members that Portkey's API writes around the rows of a list. */
  noteEnvelope(list: SourceNode): void {
    for (const name of ['object', 'total', 'has_more']) this.findings.exact(list.at(name), 'Needs no setting.');
  }

  /** Joins the rows that have one of the names, and the integrations of those rows: each restricts. */
  credential(...slugs: readonly (string | undefined)[]): StoredCredential | undefined {
    const named = slugs.flatMap((slug) => this.credentials.get(slug ?? '') ?? []);
    const rows = [...named, ...named.flatMap(({ parent }) => this.credentials.get(parent ?? '') ?? [])];
    if (rows.length === 0) return undefined;
    return {
      provider: rows.find(({ provider }) => provider !== undefined)?.provider,
      isClosed: rows.some(({ isClosed }) => isClosed),
      allows: (model) => rows.every(({ allows }) => allows(model)),
    };
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
      allows: this.readModels(row),
      parent: row.at('integration_id').text,
    };
    const names = new Set(['slug', 'id', 'name'].flatMap((name) => row.at(name).text ?? []));
    for (const name of names) this.credentials.set(name, [...(this.credentials.get(name) ?? []), credential]);
  }

  /** The rule of a credential's models. A model that is disabled stays so where all are allowed. */
  private readModels(row: SourceNode): StoredCredential['allows'] {
    const lists = [row.at('allowed_models'), row.at('models')].filter(({ exists }) => exists);
    const isOfAll = row.at('allow_all_models').flag;
    const rows = lists.flatMap((list) => list.items);
    const namesOf = (each: SourceNode) => each.text ?? each.at('slug').text ?? [];
    const isOff = (each: SourceNode): boolean => each.at('enabled').flag === false;
    const disabled = new Set(rows.filter(isOff).flatMap(namesOf));
    for (const list of isOfAll === true && disabled.size === 0 ? [] : lists) {
      this.findings.exact(list, 'Targets with other models were left out.');
    }
    // Without its list, a credential for some models is one for none.
    if (isOfAll === true || (lists.length === 0 && isOfAll !== false)) return (model) => !disabled.has(model);
    const enabled = new Set(rows.filter((each) => !isOff(each)).flatMap(namesOf));
    return (model) => enabled.has(model) && !disabled.has(model);
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
