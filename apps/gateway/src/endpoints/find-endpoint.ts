import type { EndpointDescriptor, ErrorFormat } from './descriptor.js';
import { ENDPOINTS } from './endpoints.js';

/** By the part of a path before its first parameter. */
const FORMATS = ENDPOINTS.flatMap(({ errors, route }) =>
  errors === undefined ? [] : [{ path: route.path.replace(/\/\{.*$/, ''), errors }],
);

/** Finds the format of errors on a path and those below it; undefined for the reference's format. */
export function findErrorFormat(path: string): ErrorFormat | undefined {
  for (const { errors, path: start } of FORMATS) if (isAtOrBelow(path, start)) return errors;
  return undefined;
}

/** True if a path equals another one, or is below it. */
export function isAtOrBelow(path: string, start: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path.charCodeAt(start.length) === SLASH);
}

const SLASH = 47;

/** A request's endpoint, with the values of its path parameters. */
export interface FoundEndpoint {
  readonly endpoint: EndpointDescriptor;
  readonly params: PathParams;
}

export type PathParams = Readonly<Record<string, string>>;

interface Pattern {
  readonly endpoint: EndpointDescriptor;
  readonly pattern: RegExp;
}

const NO_PARAMS: PathParams = {};
const NO_PATTERNS: readonly Pattern[] = [];

const newList = (): Pattern[] => [];
const newMap = (): Map<string, FoundEndpoint> => new Map();

function membersOf<Members>(all: Map<string, Members>, method: string, make: () => Members): Members {
  const known = all.get(method);
  if (known !== undefined) return known;
  const made = make();
  all.set(method, made);
  return made;
}

/** Finds the endpoint of a method and a path; undefined if no endpoint has them. A slash at the end changes nothing. */
export class EndpointFinder {
  /** Endpoints without path parameters, by method and then by path. */
  private readonly exact = new Map<string, Map<string, FoundEndpoint>>();
  /** The others, by method. */
  private readonly patterns = new Map<string, Pattern[]>();

  constructor(endpoints: readonly EndpointDescriptor[] = ENDPOINTS) {
    for (const endpoint of endpoints) {
      const { method, path } = endpoint.route;
      if (path.includes('{')) membersOf(this.patterns, method, newList).push({ endpoint, pattern: toPattern(path) });
      else membersOf(this.exact, method, newMap).set(path, { endpoint, params: NO_PARAMS });
    }
  }

  find(method: string, path: string): FoundEndpoint | undefined {
    const plain = path.endsWith('/') ? path.slice(0, -1) : path;
    return this.exact.get(method)?.get(plain) ?? this.findPattern(method, plain);
  }

  private findPattern(method: string, path: string): FoundEndpoint | undefined {
    for (const { endpoint, pattern } of this.patterns.get(method) ?? NO_PATTERNS) {
      const groups = pattern.exec(path)?.groups;
      const params = groups && decodeParams(groups);
      if (params) return { endpoint, params };
    }
    return undefined;
  }
}

/** `{file_id}` matches one segment of the path. */
function toPattern(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    return name === undefined ? segment.replaceAll('.', '\\.') : `(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${segments.join('/')}$`);
}

/** Undefined if a segment is no text in percent-encoding. */
function decodeParams(groups: Readonly<Record<string, string>>): PathParams | undefined {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
