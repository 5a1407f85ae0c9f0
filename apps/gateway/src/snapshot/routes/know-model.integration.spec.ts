import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from '@multilane/config';
import { describeFacts, knowModel } from '@multilane/providers';
import { readModelRows } from './read-model-rows.js';

describe('knowModel', () => {
  it('knows how a model thinks, and whether it takes a schema, without a word of the operator', () => {
    const known = knowModel('anthropic', 'claude-opus-5', {}, undefined, []);
    expect(known).toMatchObject({ thinking: 'adaptive', structuredOutput: true, facts: { sampling: 'none' } });
  });

  it("lets the operator's word win", () => {
    const declared = { thinking: 'budget', structured_output: false, reasoning_efforts: ['ultra'] } as const;
    const known = knowModel('anthropic', 'claude-opus-5', declared, 1000, []);
    expect(known).toMatchObject({ thinking: 'budget', structuredOutput: false, facts: { contextWindow: 1000 } });
    expect(known.facts.efforts).toContain('ultra');
  });

  it('leaves a model that nothing is known of as its kind is', () => {
    expect(knowModel('vllm', 'any', {}, undefined, [])).toEqual({
      facts: {},
      thinking: 'budget',
      structuredOutput: false,
    });
  });

  it('has no sampling for a model of which adaptive thinking is declared', () => {
    const { facts } = knowModel('anthropic', 'deployment', { thinking: 'adaptive' }, undefined, []);
    expect(facts).toMatchObject({ thinking: 'adaptive', sampling: 'none' });
  });
});

describe('readModelRows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-facts-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (text: string): string => {
    const path = join(folder, 'models.yaml');
    writeFileSync(path, text);
    return path;
  };

  it("merges a file's facts over the table's, and matches names with `*`", () => {
    const rows = readModelRows(write('models:\n  - models: [my.*, gpt-5.5]\n    efforts: [low]\n    max_output: 10\n'));
    expect(knowModel('openai', 'gpt-5.5', {}, undefined, rows).facts).toMatchObject({
      efforts: ['low'],
      maxOutput: 10,
      toolsNeedResponses: true,
    });
    expect(knowModel('vllm', 'my.model', {}, undefined, rows).facts.efforts).toEqual(['low']);
    expect(knowModel('vllm', 'mymodel', {}, undefined, rows).facts.efforts).toBeUndefined();
  });

  it.each([
    ['models:\n  - models: [a]\n    sampling: some\n', 'models[0].sampling'],
    ['models:\n  - models: ["a*b*c*d*e"]\n', 'models[0].models[0]'],
    ['models:\n  - models: [a]\n    unknown: 1\n', ''],
    ['models: [', ''],
  ])('rejects %j and names the place', (text, place) => {
    const path = write(text);
    let problems: readonly { path: string }[] = [];
    try {
      readModelRows(path);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      problems = (error as ConfigError).problems;
    }
    expect(problems.map((problem) => problem.path).join()).toContain(place);
    expect(problems.length).toBeGreaterThan(0);
  });

  it('rejects a file that is not there, and reads none where none is named', () => {
    expect(() => readModelRows(join(folder, 'none.yaml'))).toThrow(ConfigError);
    expect(readModelRows(undefined)).toEqual([]);
  });
});

describe('describeFacts', () => {
  it('says what is known, and nothing of a model that nothing is known of', () => {
    const { facts } = knowModel('anthropic', 'claude-opus-5', {}, undefined, []);
    expect(describeFacts(facts)).toEqual({
      context_window: 1_000_000,
      max_output_tokens: 128_000,
      reasoning_efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      thinking: 'adaptive',
      structured_output: 'schema',
      unsupported_parameters: ['temperature', 'top_p'],
    });
    expect(describeFacts({})).toBeUndefined();
  });
});
