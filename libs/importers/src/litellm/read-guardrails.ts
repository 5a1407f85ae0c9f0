import type { GuardrailDraft } from '../gateway-draft.js';
import { isName } from '../is-name.js';
import type { SourceNode } from '../source-node.js';
import type { LitellmContext } from './context.js';

const PHASES: Readonly<Record<string, GuardrailDraft['phase']>> = {
  pre_call: 'before',
  during_call: 'before',
  post_call: 'after',
};

/** Entities of Presidio that the built-in recognisers know too. */
const ENTITIES: Readonly<Record<string, string>> = {
  EMAIL_ADDRESS: 'email',
  PHONE_NUMBER: 'phone',
  CREDIT_CARD: 'credit_card',
  IBAN_CODE: 'iban',
  US_SSN: 'us_ssn',
  IP_ADDRESS: 'ip_address',
};

export function readGuardrails(context: LitellmContext): void {
  const taken = new Set<string>();
  for (const entry of context.root.at('guardrails').items) readGuardrail(context, entry, taken);
}

function readGuardrail(context: LitellmContext, entry: SourceNode, taken: Set<string>): void {
  const { findings, draft } = context;
  const name = entry.at('guardrail_name');
  const params = entry.at('litellm_params');
  const kind = params.at('guardrail');
  if (name.text === undefined || !isName(name.text)) {
    findings.manual(entry, 'The guardrail has no usable name. Add it by hand.');
    return;
  }
  const made = makeCheck(context, kind.text ?? '', params);
  if (made === undefined) {
    findings.unsupported(
      entry,
      'There is no such check. Call it through a guardrail of the kind `http`, with a small adapter in front of its API.',
    );
    return;
  }
  const modes = params.at('mode').texts;
  const isLogged = modes.length > 0 && modes.every((mode) => mode === 'logging_only');
  const phases = new Set(modes.flatMap((mode) => PHASES[mode] ?? []));
  if (phases.size === 0) phases.add('before');
  for (const phase of phases) {
    const full = phases.size === 1 ? name.text : `${name.text} (${phase})`;
    const unique = taken.has(full) ? `${full} ${taken.size + 1}` : full;
    taken.add(unique);
    draft.guardrails.push({ name: unique, phase, mode: isLogged ? 'audit' : 'enforce', ...made });
  }
  findings.exact(name, 'Became the name of a guardrail.');
  noteMode(context, params);
}

function noteMode({ findings }: LitellmContext, params: SourceNode): void {
  const mode = params.at('mode');
  if (mode.texts.includes('during_call'))
    findings.approximate(mode, 'Requests are checked before the provider is called.');
  else if (mode.texts.includes('logging_only')) findings.approximate(mode, 'Became `mode: audit`.');
  else findings.exact(mode, 'Became the phase.');
  const isOn = params.at('default_on').flag === true;
  if (isOn) findings.exact(params.at('default_on'), 'Guardrails apply to every request.');
  else {
    findings.manual(
      params.at('default_on').exists ? params.at('default_on') : params.at('guardrail'),
      'This guardrail was chosen by requests or keys. It now applies to every request: limit it with `models` or `teams`.',
    );
  }
}

type Check = Pick<GuardrailDraft, 'kind' | 'config'>;

function makeCheck(context: LitellmContext, kind: string, params: SourceNode): Check | undefined {
  const { findings } = context;
  const node = params.at('guardrail');
  switch (kind) {
    case 'openai_moderation':
      findings.approximate(node, 'Became the built-in moderation check. Set `config.model` to ask a moderation model.');
      findings.approximate(params.at('api_key'), 'The built-in check needs no key.');
      return { kind: 'moderation', config: {} };
    case 'presidio':
      return makePiiCheck(context, params);
    case 'hide-secrets':
    case 'hide_secrets':
      return undefined;
    case 'lakera':
    case 'lakera_v2':
    case 'prompt_injection':
    case 'prompt_shield':
      findings.approximate(node, 'Became the built-in check for prompt injection. Nothing is sent to the service.');
      findings.approximate(params.at('api_key'), 'The built-in check needs no key.');
      findings.approximate(params.at('api_base'), 'The built-in check needs no address.');
      return { kind: 'prompt_injection', config: {} };
    case 'litellm_content_filter':
      return makeContentFilter(context, params);
    default:
      return undefined;
  }
}

function makePiiCheck({ findings, draft }: LitellmContext, params: SourceNode): Check | undefined {
  const configured = params.at('pii_entities_config').entries;
  const blocked: string[] = [];
  const masked: string[] = [];
  for (const [name, node] of configured) {
    const entity = ENTITIES[name];
    if (entity === undefined) {
      findings.unsupported(node, 'The recognisers do not know this entity. Describe it with `pii.custom_entities`.');
      continue;
    }
    (node.text === 'BLOCK' ? blocked : masked).push(entity);
    findings.approximate(node, 'Recognised by the built-in recognisers, not by Presidio.');
  }
  for (const name of [
    'presidio_analyzer_api_base',
    'presidio_anonymizer_api_base',
    'presidio_language',
    'presidio_ad_hoc_recognizers',
  ]) {
    findings.approximate(params.at(name), 'The built-in recognisers are used. Presidio is not called.');
  }
  const masksAll = configured.length === 0;
  if (masksAll || masked.length > 0) {
    draft.pii.input = 'redact';
    if (!masksAll) draft.pii.entities = masked;
    const restore = params.at('output_parse_pii').flag === true;
    if (restore) draft.pii.restore = true;
    findings.exact(params.at('output_parse_pii'), 'Became `pii.restore`.');
  }
  findings.approximate(
    params.at('guardrail'),
    'Masked entities became `pii`, blocked ones a guardrail of the kind `pii`. Presidio is not called.',
  );
  return { kind: 'pii', config: blocked.length > 0 ? { entities: blocked } : {} };
}

function makeContentFilter({ findings }: LitellmContext, params: SourceNode): Check | undefined {
  const words = params.at('blocked_words').items.flatMap((item) => item.at('keyword').text ?? item.text ?? []);
  const patterns = params.at('patterns').items.flatMap((item) => item.at('pattern').text ?? []);
  const usable = patterns.filter((pattern) => pattern.length <= 1_000).slice(0, 50);
  if (usable.length > 0) {
    findings.approximate(params.at('patterns'), 'Became patterns in RE2 syntax. Named patterns were left out.');
    findings.manual(params.at('blocked_words'), 'Add a second guardrail of the kind `keywords` with these words.');
    return { kind: 'regex', config: { patterns: usable } };
  }
  if (words.length === 0) return undefined;
  findings.approximate(params.at('blocked_words'), 'Became keywords. Matching requests are blocked and never masked.');
  return { kind: 'keywords', config: { keywords: words } };
}
