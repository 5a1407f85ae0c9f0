import type { GuardrailDraft } from '../gateway-draft.js';
import { isName } from '../is-name.js';
import type { SourceNode } from '../source-node.js';
import { type LitellmContext, openToAll } from './context.js';
import { readGuardrailService } from './read-guardrail-service.js';

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
  const { findings, draft, guardrails } = context;
  const name = entry.at('guardrail_name');
  const params = entry.at('litellm_params');
  const kind = params.at('guardrail');
  const modes = params.at('mode').texts;
  const fault = findFault(name, params.at('mode'));
  if (name.text === undefined || fault !== undefined) {
    lose(context, entry, fault ?? NAMELESS);
    return;
  }
  const checks = makeChecks(context, kind.text ?? '', params);
  if (checks === undefined) {
    lose(
      context,
      entry,
      'There is no such check. Call it through a guardrail of the kind `http`, with a small adapter in front of its API.',
    );
    return;
  }
  addChecks(draft, name.text, { checks, modes, taken });
  guardrails.add(name.text);
  if (checks.length > 0) findings.exact(name, 'Became the name of a guardrail.');
  else findings.approximate(name, 'Became the redaction of personal data, which has no name.');
  noteMode(context, params);
}

/** Adds each check in each phase, under names that no other has. */
function addChecks(
  draft: LitellmContext['draft'],
  name: string,
  { checks, modes, taken }: { checks: readonly Check[]; modes: readonly string[]; taken: Set<string> },
): void {
  const isLogged = modes.length > 0 && modes.every((mode) => mode === 'logging_only');
  const phases = new Set(modes.flatMap((mode) => PHASES[mode] ?? []));
  if (phases.size === 0) phases.add('before');
  for (const check of checks) {
    for (const phase of phases) {
      const full = phases.size === 1 ? name : `${name} (${phase})`;
      const unique = taken.has(full) ? `${full} ${taken.size + 1}` : full;
      taken.add(unique);
      draft.guardrails.push({ name: unique, phase, mode: isLogged ? 'audit' : 'enforce', ...check });
    }
  }
}

const NAMELESS = 'The guardrail has no usable name. Add it by hand.';

/** Finds the reason why a guardrail cannot be kept whatever it checks. */
function findFault(name: SourceNode, mode: SourceNode): string | undefined {
  if (name.text === undefined || !isName(name.text)) return NAMELESS;
  const isKnown = mode.texts.every((each) => Object.hasOwn(PHASES, each) || each === 'logging_only');
  return isKnown && (mode.texts.length > 0 || !mode.exists)
    ? undefined
    : 'Guardrails do not apply at this moment, or by tag. Add one in its place.';
}

/** One that applies to every request restricts every caller; others were chosen by keys and requests. */
function lose(context: LitellmContext, entry: SourceNode, message: string): void {
  loseIn(context, entry.at('litellm_params'), entry, message);
}

/** The same for a part of one. */
function loseIn(context: LitellmContext, params: SourceNode, node: SourceNode, message: string): void {
  if (params.at('default_on').flag === true) openToAll(context, node, message);
  else context.findings.unsupported(node, message);
}

/** Masks further entities; undefined: all that there are. */
function mask({ draft }: LitellmContext, params: SourceNode, entities: readonly string[] | undefined): void {
  const before = draft.pii.input === undefined ? [] : (draft.pii.entities as readonly string[] | undefined);
  draft.pii.input = 'redact';
  if (params.at('mode').texts.includes('post_call')) draft.pii.output = 'stream';
  if (entities === undefined || before === undefined) delete draft.pii.entities;
  else draft.pii.entities = [...new Set([...before, ...entities])];
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

type Check = Pick<GuardrailDraft, 'kind' | 'config'> & Partial<Pick<GuardrailDraft, 'mode'>>;

/** Undefined for what there is no check for. None: personal data are redacted, and nothing is refused. */
function makeChecks(context: LitellmContext, kind: string, params: SourceNode): readonly Check[] | undefined {
  const { findings } = context;
  const node = params.at('guardrail');
  switch (kind) {
    case 'openai_moderation':
      findings.approximate(node, 'Became the built-in moderation check. Set `config.model` to ask a moderation model.');
      findings.approximate(params.at('api_key'), 'The built-in check needs no key.');
      return [{ kind: 'moderation', config: {} }];
    case 'presidio':
      return makePiiChecks(context, params);
    case 'lakera':
    case 'prompt_injection':
    case 'prompt_shield':
      findings.approximate(node, 'Became the built-in check for prompt injection. Nothing is sent to the service.');
      findings.approximate(params.at('api_key'), 'The built-in check needs no key.');
      findings.approximate(params.at('api_base'), 'The built-in check needs no address.');
      return [{ kind: 'prompt_injection', config: {} }];
    case 'litellm_content_filter':
      return makeContentFilter(context, params);
    default: {
      const service = readGuardrailService(context, kind, params);
      return service && [service];
    }
  }
}

function makePiiChecks(context: LitellmContext, params: SourceNode): readonly Check[] {
  const { findings, draft } = context;
  const configured = params.at('pii_entities_config').entries;
  const blocked: string[] = [];
  const masked: string[] = [];
  for (const [name, node] of configured) {
    const entity = ENTITIES[name];
    if (entity === undefined) {
      loseIn(context, params, node, 'The recognisers do not know this entity. Describe it with `pii.custom_entities`.');
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
    mask(context, params, masksAll ? undefined : masked);
    const restore = params.at('output_parse_pii').flag === true;
    if (restore) draft.pii.restore = true;
    findings.exact(params.at('output_parse_pii'), 'Became `pii.restore`.');
  }
  findings.approximate(
    params.at('guardrail'),
    'Masked entities became `pii`, blocked ones a guardrail of the kind `pii`. Presidio is not called.',
  );
  return blocked.length > 0 ? [{ kind: 'pii', config: { entities: blocked } }] : [];
}

/** Sorts the items of a filter: those that it rejects, and those that it masks as patterns. */
function sortItems(context: LitellmContext, params: SourceNode) {
  const [words, patterns, masks]: [string[], string[], string[]] = [[], [], []];
  for (const item of params.at('blocked_words').items) {
    const word = item.at('keyword').text ?? item.text;
    if (word === undefined) continue;
    if (isMask(item)) masks.push(word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    else words.push(word);
  }
  for (const item of params.at('patterns').items) {
    const pattern = item.at('pattern').text;
    if (pattern === undefined || pattern.length > (isMask(item) ? 500 : 1_000)) {
      loseIn(
        context,
        params,
        item,
        'The pattern is one of LiteLLM by name, or too long. Add it to a guardrail by hand.',
      );
    } else (isMask(item) ? masks : patterns).push(pattern);
  }
  return { words, patterns, masks };
}

/** Words and patterns that block become guardrails, those that mask become personal data of your own. */
function makeContentFilter(context: LitellmContext, params: SourceNode): readonly Check[] | undefined {
  const { findings, draft } = context;
  const { words, patterns, masks } = sortItems(context, params);
  for (const name of ['categories', 'blocked_words_file', 'competitor_intent_config'])
    loseIn(context, params, params.at(name), 'Lists of LiteLLM are not read. Add a guardrail in their place.');
  const checks: Check[] = [];
  for (let index = 0; index < patterns.length; index += MOST_PATTERNS) {
    checks.push({ kind: 'regex', config: { patterns: patterns.slice(index, index + MOST_PATTERNS) } });
  }
  if (words.length > 0) checks.push({ kind: 'keywords', config: { keywords: words } });
  const entities = Array.isArray(draft.pii.custom_entities) ? (draft.pii.custom_entities as unknown[]) : [];
  if (entities.length + masks.length > MOST_ENTITIES) {
    const message = `There are at most ${MOST_ENTITIES} kinds of personal data of your own. Add the others to a guardrail.`;
    loseIn(context, params, params.at('guardrail'), message);
  }
  for (const pattern of masks.slice(0, MOST_ENTITIES - entities.length))
    entities.push({ name: nameOfEntity(entities.length), pattern, ignore_case: true });
  if (masks.length > 0) {
    mask(context, params, []);
    draft.pii.custom_entities = entities;
  }
  if (checks.length === 0 && masks.length === 0) return undefined;
  findings.approximate(
    params.at('patterns'),
    'Became patterns in RE2 syntax. Those that mask became `pii.custom_entities`.',
  );
  findings.approximate(params.at('blocked_words'), 'Became keywords. Those that mask became `pii.custom_entities`.');
  findings.approximate(params.at('guardrail'), 'Became guardrails of the kinds `regex` and `keywords`, and `pii`.');
  return checks;
}

/** Number of patterns that a guardrail takes. */
const MOST_PATTERNS = 50;

/** Number of entities that `pii.custom_entities` takes. */
const MOST_ENTITIES = 20;

const isMask = (item: SourceNode): boolean => item.at('action').text?.toUpperCase() === 'MASK';

/** `masked_a`, `masked_b` … */
const nameOfEntity = (index: number): string => `masked_${String.fromCodePoint(97 + index)}`;
