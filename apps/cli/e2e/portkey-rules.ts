/** A value of Portkey's configs, with keys in snake case. */
interface Target {
  readonly strategy?: { readonly mode?: string; readonly on_status_codes?: readonly number[] };
  readonly targets?: readonly Target[];
  readonly provider?: string;
  readonly virtual_key?: string;
  readonly weight?: number;
  readonly override_params?: Readonly<Record<string, unknown>>;
  readonly input_guardrails?: readonly Hook[];
  readonly before_request_hooks?: readonly Hook[];
  readonly output_guardrails?: readonly Hook[];
  readonly after_request_hooks?: readonly Hook[];
}

type Hook = string | (Readonly<Record<string, unknown>> & { readonly deny?: boolean; readonly async?: boolean });
type Row = Readonly<Record<string, unknown>>;

/** The possible ends of a request: the models that may be asked, whether it may be answered, how it may fail. */
export interface Outcome {
  readonly asked: ReadonlySet<string>;
  readonly mayAnswer: boolean;
  readonly failures: ReadonlySet<number>;
}

/** A request, and what providers do: answer with a text, or fail with a status. */
export interface World {
  readonly text: string;
  readonly answer: string;
  readonly answerTokens: number;
  readonly failure?: number;
}

interface Scope {
  readonly before: readonly Hook[];
  readonly after: readonly Hook[];
  readonly overrides: Readonly<Record<string, unknown>>;
}

const NOTHING: Outcome = { asked: new Set(), mayAnswer: false, failures: new Set([412]) };
/** Parameters that let people have other answers, and limit nobody. */
const FREE = new Set(['model', 'temperature', 'max_tokens']);
const REFUSED = 446;

/**
 * The rights of callers by a config of Portkey, worked out from the documents and the open source of its gateway
 * (`src/handlers/handlerUtils.ts`, `src/middlewares/hooks/index.ts` and `plugins/default` of github.com/Portkey-AI/gateway;
 * https://portkey.ai/docs/product/ai-gateway), and of nothing that the importer has. Whatever Portkey allows within a limit of
 * numbers counts as not allowed: no model is to be used without its limit.
 */
export class PortkeyRules {
  readonly configs: ReadonlyMap<string, Target>;
  private readonly credentials: readonly Row[];
  private readonly guardrails: readonly Row[];

  constructor(source: unknown) {
    const root = (Array.isArray(source) ? { configs: source } : source) as Row;
    this.configs = new Map(
      rowsOf(root.configs).map((row) => [
        String(row.name ?? row.slug),
        toSnake(typeof row.config === 'string' ? JSON.parse(row.config) : row.config) as Target,
      ]),
    );
    this.credentials = [...rowsOf(root.virtual_keys), ...rowsOf(root.integrations)];
    this.guardrails = rowsOf(root.guardrails);
  }

  outcomeOf(config: string, world: World): Outcome {
    const target = this.configs.get(config);
    return target === undefined ? NOTHING : this.try(target, { before: [], after: [], overrides: {} }, world);
  }

  private try(target: Target, around: Scope, world: World): Outcome {
    const before = [...(target.before_request_hooks ?? []), ...(target.input_guardrails ?? [])];
    const after = [...(target.after_request_hooks ?? []), ...(target.output_guardrails ?? [])];
    // A target's own checks replace those around it.
    const scope = {
      before: before.length > 0 ? before : around.before,
      after: after.length > 0 ? after : around.after,
      overrides: { ...around.overrides, ...target.override_params },
    };
    const each = (inner: Target): Outcome => this.try(inner, scope, world);
    const { targets = [] } = target;
    switch (target.strategy?.mode) {
      case 'single':
        return targets[0] === undefined ? NOTHING : each(targets[0]);
      case 'fallback':
        return follow(
          targets.map((inner) => () => each(inner)),
          target.strategy.on_status_codes,
        );
      case 'loadbalance':
        return oneOf(targets.filter(({ weight = 1 }) => weight > 0).map(each));
      case 'conditional':
        return oneOf(targets.map(each));
      case undefined:
        return this.ask(target, scope, world);
      default:
        return NOTHING;
    }
  }

  private ask(target: Target, { before, after, overrides }: Scope, world: World): Outcome {
    const named = String(overrides.model ?? '');
    const [, slugOfModel, plain = named] = /^@([^/]+)\/(.+)$/.exec(named) ?? [];
    const slug = target.virtual_key ?? /^@(.+)/.exec(target.provider ?? '')?.[1] ?? slugOfModel;
    const isUnlimited = Object.keys(overrides).every((name) => FREE.has(name));
    if (named === '' || !isUnlimited || !this.mayUse(slug, plain)) return NOTHING;
    if (this.isDenied(before, world.text, plain)) return { ...NOTHING, failures: new Set([REFUSED]) };
    const asked = new Set([plain]);
    if (world.failure !== undefined) return { asked, mayAnswer: false, failures: new Set([world.failure]) };
    const isWhole = world.answerTokens <= Number(overrides.max_tokens ?? Number.POSITIVE_INFINITY);
    const isAllowed = !this.isDenied(after, world.answer, plain);
    return { asked, mayAnswer: isWhole && isAllowed, failures: new Set(isAllowed ? [] : [REFUSED]) };
  }

  private mayUse(slug: string | undefined, model: string): boolean {
    const row = this.credentials.find((each) => each.slug === slug);
    if (slug === undefined || row === undefined) return slug === undefined;
    const limits = [row.usage_limits, row.rate_limits, row.expires_at, row.allowed_regions];
    if (row.status !== 'active' || limits.some((limit) => JSON.stringify(limit ?? []).length > 2)) return false;
    const models = (row.models ?? []) as { slug: string; enabled: boolean }[];
    return row.allow_all_models !== false || models.some((each) => each.slug === model && each.enabled);
  }

  private isDenied(hooks: readonly Hook[], text: string, model: string): boolean {
    return hooks.some((hook) => {
      const stored =
        typeof hook === 'string' ? this.guardrails.find(({ slug, id }) => [slug, id].includes(hook)) : hook;
      if (stored === undefined) return false;
      const { deny = false, async = false } = (stored.actions ?? stored) as { deny?: boolean; async?: boolean };
      return (
        deny && !async && checksOf(stored).some(([id, parameters]) => passes(id, parameters, text, model) === false)
      );
    });
  }
}

function checksOf(hook: Row): (readonly [string, Row])[] {
  const listed = ((hook.checks ?? []) as Row[])
    .filter((check) => check.is_enabled !== false)
    .map((check) => [String(check.id), check.parameters as Row] as const);
  const inline = Object.entries(hook)
    .filter(([name, value]) => !['actions', 'checks'].includes(name) && typeof value === 'object')
    .map(([name, value]) => [name.includes('.') ? name : `default.${name}`, value as Row] as const);
  return [...listed, ...inline];
}

/** The verdict of a check of Portkey; undefined for those that the test does not know. */
function passes(id: string, { not = false, ...of }: Row, text: string, model: string): boolean | undefined {
  const words = (of.words ?? []) as string[];
  const verdicts: Readonly<Record<string, () => boolean>> = {
    'default.contains': () => {
      if (of.operator === 'none') return !words.some((word) => text.includes(word));
      return of.operator === 'any'
        ? words.some((word) => text.includes(word))
        : words.every((word) => text.includes(word));
    },
    'default.regexMatch': () => new RegExp(String(of.rule)).test(text),
    'default.modelWhitelist': () => ((of.models ?? []) as string[]).includes(model),
    // The answers of the test are no JSON at all, which fits no schema.
    'default.jsonSchema': () => text.includes('{'),
  };
  const verdict = verdicts[id]?.();
  return verdict === undefined ? undefined : verdict !== not;
}

/** One after the other, as long as what came before may fail in a way that is followed. */
function follow(steps: readonly (() => Outcome)[], statuses: readonly number[] | undefined): Outcome {
  const asked = new Set<string>();
  let mayAnswer = false;
  let failures = new Set<number>([412]);
  for (const step of steps) {
    const outcome = step();
    for (const model of outcome.asked) asked.add(model);
    mayAnswer ||= outcome.mayAnswer;
    failures = new Set(outcome.failures);
    if (![...failures].some((status) => statuses === undefined || statuses.includes(status))) break;
  }
  return { asked, mayAnswer, failures };
}

function oneOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.length === 0) return NOTHING;
  return {
    asked: new Set(outcomes.flatMap(({ asked }) => [...asked])),
    mayAnswer: outcomes.some(({ mayAnswer }) => mayAnswer),
    failures: new Set(outcomes.flatMap(({ failures }) => [...failures])),
  };
}

/** A list, or the answer of Portkey's API that has it. */
function rowsOf(list: unknown): readonly Row[] {
  if (Array.isArray(list)) return list as Row[];
  return ((list as { data?: Row[] } | undefined)?.data ?? []) as Row[];
}

/** Portkey reads keys of configs in either case. */
function toSnake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnake);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.includes('.') ? key : key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      toSnake(member),
    ]),
  );
}
