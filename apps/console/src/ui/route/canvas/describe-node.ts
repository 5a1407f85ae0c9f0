import type { TFunction } from 'i18next';
import { isObject } from '../../json-object.js';
import { hiddenOf, readField } from '../route-fields.js';
import type { RouteNode } from '../route-graph.js';
import { strategyOf } from '../route-layout.js';

/** A node in words. */
export interface NodeWords {
  readonly title: string;
  /** Short facts beside the title. */
  readonly facts: readonly string[];
}

type Translate = TFunction<'routing'>;

/** Title and facts of a node. Values that no form shows are there as JSON, so that nobody overlooks them. */
export function describeNode(node: RouteNode, members: readonly string[], t: Translate): NodeWords {
  const { title, facts } = describeKind(node, t);
  const hidden = node.kind === 'other' ? [] : hiddenOf(node, members).map(([name, value]) => shorten(name, value));
  return { title, facts: [...facts, ...hidden] };
}

function describeHedge(node: RouteNode, t: Translate): NodeWords {
  const after = readField(node, 'after');
  const percent = readField(node, 'max_percent');
  return {
    title: typeof after === 'number' ? t('hedge.after', { ms: after }) : t('hedge.p95'),
    facts: percent === undefined ? [] : [t('hedge.share', { count: percent as number })],
  };
}

function describeKind(node: RouteNode, t: Translate): NodeWords {
  const text = (name: string): string | undefined => {
    const value = readField(node, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const number = (name: string): number | undefined => {
    const value = readField(node, name);
    return typeof value === 'number' ? value : undefined;
  };
  const list = (name: string): string => {
    const value = readField(node, name);
    return Array.isArray(value) ? value.join(', ') : '';
  };
  const kept = (...facts: (string | undefined)[]): string[] =>
    facts.filter((fact): fact is string => fact !== undefined && fact !== '');
  const when = (name: string, key: string): string | undefined => {
    const value = number(name);
    return value === undefined ? undefined : t(key, { [name]: value, ms: value, count: value, seconds: value });
  };
  switch (node.kind) {
    case 'route':
      return {
        title: text('name') ?? t('node.unnamed'),
        facts: kept(readField(node, 'enabled') === false ? t('node.disabled') : undefined),
      };
    case 'choice':
      return {
        title: t(`strategy.${strategyOf(node)}`),
        facts: kept(readField(node, 'sticky') === false ? t('node.notSticky') : undefined),
      };
    case 'target':
      return {
        title: text('model') ?? t('node.noModel'),
        facts: kept(
          when('weight', 'lanes.weight'),
          when('timeout_ms', 'lanes.timeout'),
          text('on') === 'context_length' ? t('lanes.longPrompts') : undefined,
        ),
      };
    case 'shadow':
      return { title: text('model') ?? t('node.noModel'), facts: kept(when('percent', 'lanes.shadow')) };
    case 'retry': {
      const on = list('on');
      return {
        title: when('attempts', 'lanes.retry') ?? t('kind.retry'),
        facts: kept(on && t('lanes.on', { reasons: on })),
      };
    }
    case 'hedge':
      return describeHedge(node, t);
    case 'timeouts': {
      const [first = t('node.empty'), ...facts] = Object.entries(isObject(node.value) ? node.value : {})
        .filter(([, value]) => typeof value === 'number')
        .map(([name, ms]) => `${t(`timeout.${name}`, { defaultValue: name })}: ${t('lanes.timeout', { ms })}`);
      return { title: first, facts };
    }
    case 'cache': {
      const isOff = readField(node, 'enabled') === false;
      return { title: isOff ? t('cache.off') : (when('ttl_seconds', 'cache.seconds') ?? t('cache.on')), facts: [] };
    }
    case 'guardrails':
      return { title: list('names') || t('node.empty'), facts: [] };
    case 'unsupported_parameters':
      return { title: list('drop') || t('node.empty'), facts: [] };
    case 'other': {
      const name = node.id.slice('other:'.length);
      return { title: name, facts: [shorten('', node.value)] };
    }
  }
}

const LONGEST = 60;

function shorten(name: string, value: unknown): string {
  const text = `${name === '' ? '' : `${name}: `}${JSON.stringify(value)}`;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
