import { isMap, isNode, LineCounter, parseDocument, stringify } from 'yaml';
import type { components } from '../../api/schema.js';

export type RoutingConfig = components['schemas']['RoutingConfigView'];
export type RoutingBody = components['schemas']['CreateRoutingConfigDto'];

export type Language = 'yaml' | 'json';

/** Where something is wrong, by line from 1. */
export interface Problem {
  readonly line: number;
  readonly message: string;
}

export interface ReadText {
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly problems: readonly Problem[];
}

/** What people write of a routing config; what identifies it and its scope are not part of the text. */
const FIELDS = [
  'name',
  'enabled',
  'strategy',
  'targets',
  'retry',
  'sticky',
  'shadow',
  'unsupported_parameters',
  'cache',
  'guardrails',
  'timeouts',
] as const;

const NEW: Readonly<Record<string, unknown>> = {
  name: 'canary',
  strategy: 'weighted',
  targets: [
    { model: 'model-a', weight: 95 },
    { model: 'model-b', weight: 5 },
  ],
  retry: { attempts: 1 },
};

/** The text of a config, or an example for a new one. What is empty is left out, as nobody would write it. */
export function writeText(config: RoutingConfig | undefined, language: Language): string {
  return writeValue(config === undefined ? NEW : fieldsOf(config), language);
}

/** What people write of a config, without what is empty. */
export function fieldsOf(config: RoutingConfig): Record<string, unknown> {
  const values = config as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(FIELDS.map((name) => [name, values[name]] as const).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export function writeValue(value: unknown, language: Language): string {
  return language === 'json' ? `${JSON.stringify(value, null, 2)}\n` : stringify(value, { lineWidth: 100 });
}

/** Reads YAML, and JSON, which is YAML. Aliases may not multiply what was written. */
export function readText(text: string): ReadText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const problems = document.errors.map(({ message, pos }) => ({ line: lines.linePos(pos[0]).line, message }));
  if (problems.length > 0) return { body: undefined, problems };
  if (!isMap(document.contents)) return { body: undefined, problems: [{ line: 1, message: 'mapping' }] };
  try {
    return { body: document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>, problems: [] };
  } catch (error) {
    return {
      body: undefined,
      problems: [{ line: 1, message: error instanceof Error ? error.message : String(error) }],
    };
  }
}

/**
 * The line, from 1, of what the API calls `targets[1].model`: of the closest part of the path that the text has.
 */
export function findLine(text: string, path: string): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const parts = path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let length = parts.length; length > 0; length--) {
    const node = document.getIn(parts.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** What is sent. A change names every field, so that what was taken out of the text goes back to its default. */
export function toBody(body: Readonly<Record<string, unknown>>, config: RoutingConfig | undefined): RoutingBody {
  if (config === undefined) return body as unknown as RoutingBody;
  const removed = Object.fromEntries(
    Object.keys(fieldsOf(config))
      .filter((name) => !(name in body))
      .map((name) => [name, DEFAULTS[name] ?? null]),
  );
  return { ...removed, ...body } as unknown as RoutingBody;
}

/** What a field is when it is not written. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  enabled: true,
  strategy: 'failover',
  targets: [],
  retry: {},
  sticky: true,
  guardrails: [],
  timeouts: {},
};

interface Drawn {
  readonly strategy: string;
  readonly targets: readonly { readonly model: string; readonly weight?: number; readonly timeout_ms?: number }[];
  readonly retry?: { readonly attempts?: number; readonly on?: readonly (string | number)[] };
  readonly shadow?: { readonly model: string; readonly percent: number };
}

/** What of a text can be drawn, whatever else is wrong with it. */
export function toDrawing(body: Readonly<Record<string, unknown>>): Drawn {
  const { strategy, targets, retry, shadow } = body;
  const list = Array.isArray(targets) ? (targets as unknown[]) : [];
  const attempts = numberOf(retry, 'attempts');
  const shadowModel = textOf(shadow, 'model');
  return {
    strategy: typeof strategy === 'string' ? strategy : 'failover',
    targets: list.flatMap((target) => {
      const model = textOf(target, 'model');
      const [weight, timeout_ms] = [numberOf(target, 'weight'), numberOf(target, 'timeout_ms')];
      if (model === undefined) return [];
      return [
        {
          model,
          ...(weight !== undefined && weight >= 0 && { weight }),
          ...(timeout_ms !== undefined && { timeout_ms }),
        },
      ];
    }),
    ...(attempts !== undefined && { retry: { attempts, on: reasonsOf(retry) } }),
    ...(shadowModel !== undefined && { shadow: { model: shadowModel, percent: numberOf(shadow, 'percent') ?? 0 } }),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function numberOf(value: unknown, name: string): number | undefined {
  const member = memberOf(value, name);
  return typeof member === 'number' && Number.isFinite(member) ? member : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

function reasonsOf(retry: unknown): (string | number)[] {
  const on = memberOf(retry, 'on');
  return Array.isArray(on) ? on.filter((reason) => typeof reason === 'string' || typeof reason === 'number') : [];
}
