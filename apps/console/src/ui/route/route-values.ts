import type { LaneTarget } from '../share-lanes.js';
import type { RouteConfig } from './route-graph.js';

/** Members of a kind of route that people can write; its identifiers and its scope are not part of it. */
export interface RouteKind {
  readonly members: readonly string[];
  /** Value that a new one begins with. */
  readonly example: RouteConfig;
}

const EXAMPLE: RouteConfig = {
  name: 'canary',
  strategy: 'weighted',
  targets: [
    { model: 'model-a', weight: 95 },
    { model: 'model-b', weight: 5 },
  ],
  retry: { attempts: 1 },
};

export const ROUTING_CONFIG: RouteKind = {
  members: [
    'name',
    'enabled',
    'strategy',
    'targets',
    'retry',
    'sticky',
    'shadow',
    'hedge',
    'unsupported_parameters',
    'cache',
    'guardrails',
    'timeouts',
  ],
  example: EXAMPLE,
};

export const VIRTUAL_MODEL: RouteKind = {
  members: ['name', 'strategy', 'targets', 'retry', 'sticky', 'shadow', 'hedge', 'unsupported_parameters'],
  example: EXAMPLE,
};

/** Returns the members of a stored route that people write, without empty ones. */
export function valuesOf(stored: object, { members }: RouteKind): RouteConfig {
  const values = stored as RouteConfig;
  return Object.fromEntries(
    members.map((name) => [name, values[name]] as const).filter(([, value]) => !isEmpty(value)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Returns the body. A change names every member, so that a removed one goes back to its default. */
export function toBody(written: RouteConfig, stored: object | undefined, kind: RouteKind): RouteConfig {
  if (stored === undefined) return written;
  const removed = Object.keys(valuesOf(stored, kind))
    .filter((name) => !(name in written))
    .map((name) => [name, DEFAULTS[name] ?? null]);
  return { ...Object.fromEntries(removed), ...written };
}

/** Values of members that are not written. */
const DEFAULTS: RouteConfig = {
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
  readonly targets: readonly LaneTarget[];
  readonly retry?: { readonly attempts?: number; readonly on?: readonly (string | number)[] };
  readonly shadow?: { readonly model: string; readonly percent: number };
}

/** Returns the part of a text that can be drawn, whatever else is wrong with it. */
export function toDrawing(body: RouteConfig): Drawn {
  const { strategy, targets, retry, shadow } = body;
  const list = Array.isArray(targets) ? (targets as unknown[]) : [];
  const attempts = numberOf(retry, 'attempts');
  const shadowModel = textOf(shadow, 'model');
  return {
    strategy: typeof strategy === 'string' ? strategy : 'failover',
    targets: list.flatMap((target) => {
      const model = textOf(target, 'model');
      const [weight, timeout_ms] = [numberOf(target, 'weight'), numberOf(target, 'timeout_ms')];
      const on = textOf(target, 'on');
      if (model === undefined) return [];
      return [
        {
          model,
          ...(weight !== undefined && weight >= 0 && { weight }),
          ...(timeout_ms !== undefined && { timeout_ms }),
          ...(on !== undefined && { on }),
        },
      ];
    }),
    ...(attempts !== undefined && { retry: { attempts, on: reasonsOf(retry) } }),
    ...(shadowModel !== undefined && { shadow: { model: shadowModel, percent: numberOf(shadow, 'percent') ?? 0 } }),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as RouteConfig)[name] : undefined;
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
