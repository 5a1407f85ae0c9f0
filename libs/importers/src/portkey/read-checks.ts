import type { Findings } from '../findings.js';
import type { GatewayDraft, GuardrailDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';
import type { Variables } from '../variables.js';

interface Tools {
  readonly draft: GatewayDraft;
  readonly findings: Findings;
  readonly variables: Variables;
}

const HOOKS: Readonly<Record<string, GuardrailDraft['phase']>> = {
  input_guardrails: 'before',
  before_request_hooks: 'before',
  output_guardrails: 'after',
  after_request_hooks: 'after',
};

const MOST_CHECKS = 100;

/** Makes guardrails of the checks that a config holds, and returns their names. */
export function readChecks(node: SourceNode, name: string, tools: Tools): string[] {
  const names: string[] = [];
  for (const [key, phase] of Object.entries(HOOKS)) {
    for (const hook of node.at(key).items.slice(0, MOST_CHECKS)) {
      if (hook.text !== undefined) {
        lose(tools, hook, 'The guardrail is stored at Portkey. Add one that checks the same.');
        lose(tools, node.at(key), 'The guardrails are stored at Portkey. Add some that check the same.');
        continue;
      }
      const mode = hook.at('deny').flag === false ? 'audit' : 'enforce';
      tools.findings.exact(hook.at('deny'), 'Became the mode: `enforce` or `audit`.');
      for (const [check, config] of listChecks(hook)) {
        const made = makeCheck(check, config, tools.findings);
        const full = `${name}: ${check} ${names.length + 1}`;
        if (made === undefined) loseCheck(tools, config, mode);
        else tools.draft.guardrails.push({ name: full, phase, mode, ...made });
        if (made !== undefined) names.push(full);
      }
    }
  }
  return names;
}

/** A check that may refuse requests is lost: until it is replaced, the result listens on this machine alone. */
function lose({ draft, findings }: Tools, node: SourceNode, message: string): void {
  draft.server.host = '127.0.0.1';
  findings.opensAccess(node, `${message} The result listens on 127.0.0.1 only: change \`server.host\` then.`);
}

function loseCheck(tools: Tools, config: SourceNode, mode: GuardrailDraft['mode']): void {
  const message = 'There is no such check. Use a guardrail of the kind `http` with a checker of your own.';
  if (mode === 'enforce') lose(tools, config, message);
  else tools.findings.manual(config, message);
}

/** A hook has `checks`, or is a check itself by its name. */
function listChecks(hook: SourceNode): (readonly [string, SourceNode])[] {
  const checks = hook.at('checks').items.map((check) => [check.at('id').text ?? '', check.at('parameters')] as const);
  const inline = hook.entries.filter(([key]) => key.startsWith('default.'));
  return [...checks, ...inline];
}

function makeCheck(
  check: string,
  config: SourceNode,
  findings: Findings,
): Pick<GuardrailDraft, 'kind' | 'config'> | undefined {
  const isNegated = config.at('not').flag === true;
  const rule = config.at('rule').text;
  const words = config.at('words').texts;
  const { value: schema } = config.at('schema');
  if (check === 'default.regexMatch' && rule !== undefined && rule.length <= 1_000 && isNegated) {
    findings.approximate(config, 'Became a pattern in RE2 syntax: texts that match it are blocked.');
    return { kind: 'regex', config: { patterns: [rule] } };
  }
  if (check === 'default.contains' && words.length > 0 && config.at('operator').text === 'none') {
    findings.approximate(config, 'Became keywords: texts that contain one are blocked.');
    return { kind: 'keywords', config: { keywords: words } };
  }
  if (check === 'default.jsonSchema' && typeof schema === 'object' && schema !== null) {
    findings.approximate(config, 'Became a check of the whole text against the schema.');
    return { kind: 'json_schema', config: { schema } };
  }
  return undefined;
}
