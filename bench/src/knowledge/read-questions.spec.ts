import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';
import { readQuestions, toAnchor } from './read-questions.js';

const questions = readQuestions(readFileSync(join(PROJECT_ROOT, 'bench/src/knowledge/questions.tsv'), 'utf8'));

describe('the questions of the retrieval benchmark', () => {
  it('are two hundred, each asked once', () => {
    expect(questions.length).toBe(200);
    expect(new Set(questions.map(({ text }) => text)).size).toBe(200);
  });

  it('name sections that are there', () => {
    const missing = questions.filter(({ anchor, page }) => {
      const path = join(PROJECT_ROOT, 'docs', page);
      if (!existsSync(path)) return true;
      const headings = readFileSync(path, 'utf8').match(/^#+ .*$/gm) ?? [];
      return !headings.map((heading) => toAnchor(heading.replace(/^#+ /, ''))).includes(anchor);
    });
    expect(missing.map(({ anchor, page }) => `${page}#${anchor}`)).toEqual([]);
  });
});
