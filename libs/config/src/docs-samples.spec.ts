import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { ConfigError } from './config-error.js';
import { parseConfig } from './parse-config.js';
import { gatewayConfigSchema } from './schema/gateway-config.js';

interface Sample {
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

const ROOT = new URL('../../../', import.meta.url);
const SECTIONS = Object.keys(gatewayConfigSchema.shape);

/** Problems with names that samples use, and other parts of gateway.yaml or the environment define. */
const ELSEWHERE = /is not the name of a|the environment variable \w+ is not set/;

const pages = [
  'README.md',
  ...readdirSync(new URL('docs', ROOT), { recursive: true })
    .map((path) => `docs/${String(path)}`)
    .filter((path) => path.endsWith('.md') && !path.includes('.vitepress')),
];

/** The blocks of code of a page. Those of recipes are patches of files. */
function readSamples(page: string): Sample[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  return Array.from(text.matchAll(/^( *)```(json|ya?ml)\n(.*?)^\1```/gms), (match) => ({
    place: `${page}:${text.slice(0, match.index).split('\n').length}`,
    language: match[2] ?? '',
    text: (match[3] ?? '').replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
  }));
}

const samples = pages.filter((page) => !page.startsWith('docs/recipes/')).flatMap(readSamples);
const ofLanguage = (pattern: RegExp): [string, string][] =>
  samples.filter(({ language }) => pattern.test(language)).map(({ place, text }) => [place, text]);

/** Samples whose top-level keys are sections of gateway.yaml. */
const settings = ofLanguage(/ya?ml/).filter(([, text]) => {
  const root: unknown = parseAllDocuments(text.replaceAll(/\$\{[^}]*\}/g, 'x'))[0]?.toJS();
  return typeof root === 'object' && root !== null && Object.keys(root).every((key) => SECTIONS.includes(key));
});

describe('samples in the documentation', () => {
  it.each(ofLanguage(/json/))('%s is JSON', (_place, text) => {
    // Part of a file begins with one of its keys.
    expect(() => JSON.parse(/^\s*"/.test(text) ? `{${text}}` : text)).not.toThrow();
  });

  it.each(ofLanguage(/ya?ml/))('%s is YAML', (_place, text) => {
    expect(() => parseYaml(text.replaceAll(/\$\{[^}]*\}/g, 'x'))).not.toThrow();
  });

  it('has many settings of gateway.yaml', () => {
    expect(settings.length).toBeGreaterThan(15);
  });

  it.each(settings)('%s is accepted in gateway.yaml', (_place, text) => {
    const env = new Proxy({}, { get: () => undefined });
    let problems: readonly string[] = [];
    try {
      parseConfig(text, { env });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems = error.problems.map(({ message, path }) => `${path}: ${message}`);
    }
    expect(problems.filter((problem) => !ELSEWHERE.test(problem))).toEqual([]);
  });
});
