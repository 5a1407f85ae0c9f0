import type { Sample } from './read-samples.js';

/** Values that samples leave open, and the test fills in. */
export interface Facts {
  /** The address of both services. */
  readonly url: string;
  /** Keys of a team in gateway.yaml, and of a team in the workspace. */
  readonly fileKey: string;
  readonly key: string;
  readonly pat: string;
  /** `ml_session=…` */
  readonly session: string;
  readonly teamId: string;
  readonly workspaceId: string;
}

/** A program of one or more samples of a page. */
export interface Script {
  readonly samples: readonly Sample[];
  readonly text: string;
}

const ADDRESSES = /https?:\/\/(?:localhost|127\.0\.0\.1):808[01]|https:\/\/(?:gateway|console|ai)\.example\.com/g;

/** Puts the test's address and keys where a sample has a reader's. */
function fillIn(text: string, facts: Facts): string {
  return text
    .replaceAll(ADDRESSES, facts.url)
    .replaceAll(/(?<![\w/.])localhost:8080/g, facts.url)
    .replaceAll('ml_session=…', facts.session)
    .replaceAll('ml_pat_…', facts.pat)
    .replaceAll('ml-…', facts.fileKey);
}

/** The shell samples of a page as one script: they use each other's variables. It says which one failed. */
export function buildShell(samples: readonly Sample[], facts: Facts, before = ''): Script {
  const parts = samples.map(({ line, page, text }) => `sample='${page}:${line}'\n${fillIn(text, facts)}`);
  const trap = 'set -E -o pipefail\ntrap \'echo "failed: $sample: $BASH_COMMAND" >&2\' ERR';
  return { samples, text: [trap, before, ...parts].join('\n') };
}

/** The Python samples of a page as one script. */
export function buildPython(samples: readonly Sample[], facts: Facts): Script {
  return { samples, text: samples.map(({ text }) => fillIn(text, facts)).join('\n') };
}

const IMPORTS = /^import .*;\n/gm;
const DECLARED = /^(?:const|let|function|class) (?:\{ ([^}]*) \}|(\w+))/gm;

/** The names that a sample declares at its top level. */
function declaredNames(text: string): string[] {
  return Array.from(text.matchAll(DECLARED), ([, names, name = '']) => names?.split(', ') ?? [name]).flat();
}

/**
 * The TypeScript samples of a page as modules. A sample continues the one before it, unless it declares a name again: then it begins a
 * module of its own.
 */
export function buildModules(samples: readonly Sample[], facts: Facts): Script[] {
  const groups: Sample[][] = [];
  let declared = new Set<string>();
  for (const sample of samples) {
    const names = declaredNames(sample.text);
    const current = groups.at(-1);
    if (current === undefined || names.some((name) => declared.has(name))) {
      groups.push([sample]);
      declared = new Set(names);
    } else {
      current.push(sample);
      for (const name of names) declared.add(name);
    }
  }
  return groups.map((group) => {
    const code = group.map(({ text }) => fillIn(text, facts));
    const imports = new Set(code.flatMap((text) => text.match(IMPORTS) ?? []));
    return { samples: group, text: [...imports, ...code.map((text) => text.replaceAll(IMPORTS, ''))].join('') };
  });
}
