import { parseGuardrailEntry } from '@multilane/config';
import type { Findings } from '../findings.js';
import type { GatewayDraft, GuardrailDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';
import { toSnakeCase } from '../to-snake-case.js';
import { lose } from './lose.js';
import type { StoredObjects } from './stored-objects.js';

interface Tools {
  readonly draft: GatewayDraft;
  readonly findings: Findings;
  readonly stored: StoredObjects;
}

type Check = readonly [id: string, config: SourceNode];

interface HookRule {
  readonly phase: GuardrailDraft['phase'];
  /** True: the checks change texts, in place of rejecting them. */
  readonly changes?: true;
}

/** Members of configs and targets that hold checks (https://portkey.ai/docs/product/guardrails/creating-raw-guardrails-in-json). */
const HOOKS: Readonly<Record<string, HookRule>> = {
  input_guardrails: { phase: 'before' },
  default_input_guardrails: { phase: 'before' },
  before_request_hooks: { phase: 'before' },
  output_guardrails: { phase: 'after' },
  default_output_guardrails: { phase: 'after' },
  after_request_hooks: { phase: 'after' },
  input_mutators: { phase: 'before', changes: true },
  output_mutators: { phase: 'after', changes: true },
};

export const HOOK_NAMES: ReadonlySet<string> = new Set(Object.keys(HOOKS));

/** Members of a hook that are no checks. */
const HOOK_SETTINGS = new Set([
  ...['deny', 'async', 'sequential', 'on_fail', 'on_success', 'id', 'slug', 'name', 'type', 'checks', 'actions'],
  ...['guardrail_version_id', 'event_type', 'object', 'status'],
]);

const MOST_CHECKS = 100;

export interface ReadChecks {
  readonly guardrails: readonly GuardrailDraft[];
  /** Lists of the models that may be asked. */
  readonly lists: readonly { readonly node: SourceNode; readonly allows: (names: readonly string[]) => boolean }[];
}

/** Makes guardrails of the checks that a config or a target holds, and reports those that cannot be kept. */
export function readChecks(node: SourceNode, name: string, tools: Tools): ReadChecks {
  return new CheckReader(name, tools).read(node);
}

class CheckReader {
  private readonly guardrails: GuardrailDraft[] = [];
  private readonly lists: ReadChecks['lists'][number][] = [];

  constructor(
    private readonly name: string,
    private readonly tools: Tools,
  ) {}

  read(node: SourceNode): ReadChecks {
    for (const [key, rule] of Object.entries(HOOKS)) {
      const list = node.at(key);
      const hooks = list.items.length > 0 || !list.exists ? list.items : [list];
      if (hooks.length > MOST_CHECKS) lose(this.tools, list, `Only ${MOST_CHECKS} of the guardrails were read.`);
      for (const hook of hooks.slice(0, MOST_CHECKS)) this.readHook(hook, list, rule);
    }
    return { guardrails: this.guardrails, lists: this.lists };
  }

  private readHook(hook: SourceNode, list: SourceNode, rule: HookRule): void {
    const { text } = hook;
    const stored = text === undefined ? hook : this.tools.stored.guardrail(text);
    if (stored === undefined) {
      const message = 'The guardrails are stored at Portkey. Add some that check the same.';
      // Reports have lines for mappings, and one for a list of plain values.
      const isPlain = list.items.every((item) => item.text !== undefined);
      lose(this.tools, isPlain ? list : hook, message);
      return;
    }
    if (text !== undefined) this.tools.findings.approximate(list, 'Became guardrails, of the rows that it names.');
    const checks = listChecks(stored, this.tools.findings);
    if (checks.length === 0 && stored.at('checks').items.length === 0) {
      lose(
        this.tools,
        hook.value === list.value ? list : hook,
        'The guardrail has no checks that can be read. Add it by hand.',
      );
    }
    const mode = this.readMode(stored);
    if (text === undefined) {
      for (const name of ['type', 'id', 'name']) this.tools.findings.exact(hook.at(name), 'Needs no setting.');
    }
    for (const check of checks) {
      if (rule.changes || stored.at('type').text === 'mutator') {
        lose(this.tools, check[1], 'Texts are not changed by checks. Set `pii` for personal data.');
      } else this.readCheck(check, rule, mode);
    }
  }

  /** Portkey rejects texts that fail a check only where `deny` is true, and never in a hook that is `async`. */
  private readMode(hook: SourceNode): GuardrailDraft['mode'] {
    const { findings } = this.tools;
    const [deny, isAsync] = ['deny', 'async'].map((name) =>
      hook.at(name).exists ? hook.at(name) : hook.at('actions').at(name),
    ) as [SourceNode, SourceNode];
    const mode = deny.flag === true && isAsync.flag !== true ? 'enforce' : 'audit';
    findings.exact(deny, 'Became the mode: `enforce` or `audit`.');
    findings.exact(isAsync, 'Became the mode: `enforce` or `audit`.');
    return mode;
  }

  private readCheck([id, config]: Check, { phase }: HookRule, mode: GuardrailDraft['mode']): void {
    const { findings } = this.tools;
    if (id === 'default.log') {
      findings.manual(config, 'It refuses nothing. Requests are recorded in the audit log.');
      return;
    }
    const list = mode === 'enforce' && id === 'default.modelWhitelist' ? readModelList(config) : undefined;
    if (list !== undefined) {
      findings.exact(config, 'Targets with other models were left out.');
      this.lists.push({ node: config, allows: list });
      return;
    }
    const made = makeCheck(id, config);
    if (made !== undefined) {
      const full = `${this.name}: ${id} ${this.guardrails.length + 1}`;
      const guardrail: GuardrailDraft = { name: full, phase, mode, kind: made.kind, config: made.config };
      if (parseGuardrailEntry({ ...guardrail }).problems === undefined) {
        findings.approximate(config, made.message);
        this.guardrails.push(guardrail);
        return;
      }
    }
    const message = 'There is no such check. Use a guardrail of the kind `http` with a checker of your own.';
    const redacts = config.at('redact').flag === true || /redact|replace/i.test(id);
    if (mode === 'enforce' || redacts) lose(this.tools, config, message);
    else findings.manual(config, message);
  }
}

/** A hook has `checks`, or is a check itself by its name. Names without a plug-in are of the built-in one. */
function listChecks(hook: SourceNode, findings: Findings): Check[] {
  const full = (id: string): string => (id.includes('.') ? id : `default.${id}`);
  const checks = hook.at('checks').items.flatMap((check): Check[] => {
    if (check.at('is_enabled').flag === false) {
      findings.approximate(check, 'The check is off. It was left out.');
      return [];
    }
    for (const name of ['id', 'is_enabled']) findings.exact(check.at(name), 'Needs no setting.');
    const parameters = check.at('parameters');
    return [[full(check.at('id').text ?? ''), parameters.exists ? parameters : check]];
  });
  const inline = hook.entries
    .filter(([key]) => !HOOK_SETTINGS.has(toSnakeCase(key)))
    .map(([key, config]): Check => [full(key), config]);
  return [...checks, ...inline];
}

/** The rule of a list of models; undefined where metadata of requests decide. */
function readModelList(config: SourceNode): ReadChecks['lists'][number]['allows'] | undefined {
  const models = config.at('models').texts;
  const isNegated = config.at('not').flag === true;
  if (config.at('metadata_rules').exists || models.length === 0) return undefined;
  return (names) => names.some((name) => models.includes(name)) !== isNegated;
}

interface MadeCheck {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly message: string;
}

function makeCheck(check: string, config: SourceNode): MadeCheck | undefined {
  const isNegated = config.at('not').flag === true;
  const rule = config.at('rule').text;
  if (check === 'default.regexMatch' && rule !== undefined && rule.length <= 1_000 && isNegated) {
    const message = 'Became a pattern in RE2 syntax: texts that match it are blocked.';
    return { kind: 'regex', config: { patterns: [rule] }, message };
  }
  const words = config.at('words').texts;
  // "None of them" and "not any of them" are the same.
  const operator = isNegated ? 'any' : 'none';
  if (check === 'default.contains' && words.length > 0 && config.at('operator').text === operator) {
    const message = 'Became keywords: texts that contain one are blocked, whatever their case.';
    return { kind: 'keywords', config: { keywords: words, whole_words: false }, message };
  }
  const { value: schema } = config.at('schema');
  if (check === 'default.jsonSchema' && typeof schema === 'object' && schema !== null && !isNegated) {
    const message = 'Became a check of the whole text against the schema.';
    return { kind: 'json_schema', config: { schema }, message };
  }
  return undefined;
}
