import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@multilane/testing';

export type Language = 'sh' | 'python' | 'ts';

/** A block of code of a page that readers run. */
export interface Sample {
  readonly page: string;
  readonly line: number;
  readonly language: Language;
  readonly text: string;
  /** Reason for which the test does not run it. */
  readonly exclusion: string | undefined;
  /** The other test that runs it. */
  readonly runBy: string | undefined;
}

/** A fence with the comments right above it. Blocks of lists are indented. */
const BLOCK = /((?:^ *<!--[^\n]*-->\n)*)^( *)```(sh|bash|python|ts|js)\n(.*?)^\2```/gms;
const NOT_RUN = /<!-- not run: (.*?) -->/;
const RUN_BY = /<!-- run by (\S+) -->/;

/** A reason says something. */
const MIN_REASON = 15;

/** The pages for readers. Recipes have a test of their own, and the contract has no code. */
export function listPages(): string[] {
  const docs = readdirSync(join(PROJECT_ROOT, 'docs')).filter((file) => file.endsWith('.md'));
  return ['README.md', ...docs.map((file) => `docs/${file}`).sort()];
}

/** The samples of a page, in order. */
export function readSamples(page: string, text = readFileSync(join(PROJECT_ROOT, page), 'utf8')): Sample[] {
  return Array.from(text.matchAll(BLOCK), ([, marks = '', indent = '', language = '', code = ''], index) => ({
    page,
    line: lineOf(text, index),
    language: language === 'bash' ? 'sh' : language === 'js' ? 'ts' : (language as Language),
    text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    exclusion: NOT_RUN.exec(marks)?.[1],
    runBy: RUN_BY.exec(marks)?.[1],
  }));
}

/** The line of the block with that number. */
function lineOf(text: string, index: number): number {
  const match = [...text.matchAll(BLOCK)][index];
  return text.slice(0, (match?.index ?? 0) + (match?.[1]?.length ?? 0)).split('\n').length;
}

/** Finds the faults in the marks of a page. */
export function findMarkFaults(page: string, text = readFileSync(join(PROJECT_ROOT, page), 'utf8')): string[] {
  const samples = readSamples(page, text);
  const marks = text.match(/<!-- (?:not run|run by)/g) ?? [];
  const marked = samples.filter(({ exclusion, runBy }) => exclusion !== undefined || runBy !== undefined);
  return [
    ...(marks.length === marked.length ? [] : [`${page}: a mark is not right above a sample, or has no reason`]),
    ...marked
      .filter(({ exclusion }) => exclusion !== undefined && exclusion.length < MIN_REASON)
      .map(({ line }) => `${page}:${line}: the reason is too short`),
    ...marked
      .filter(({ runBy }) => runBy !== undefined && !existsSync(join(PROJECT_ROOT, runBy)))
      .map(({ line, runBy }) => `${page}:${line}: there is no ${runBy}`),
  ];
}
