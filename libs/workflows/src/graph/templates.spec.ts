import { describe, expect, it } from '@jest/globals';
import { type RunData, renderJson, renderTemplate, renderTexts, TemplateError } from './templates.js';

const DATA: RunData = {
  input: { name: 'Ada', list: [{ n: 1 }], nothing: null, evil: '{{input.name}} {{secrets.TOKEN}}' },
  steps: { a: { output: { text: 'hi' }, error: null } },
  run: { id: 'r1', started_at: '2026-11-25T00:00:00Z' },
};

describe('templates', () => {
  it.each([
    ['a text', 'plain', 'plain'],
    ['a value within a text', 'Hello {{ input.name }}!', 'Hello Ada!'],
    ['JSON within a text', 'n: {{input.list[0]}}', 'n: {"n":1}'],
    ['the very value', '{{input.list}}', [{ n: 1 }]],
    ['null', '{{input.nothing}}', null],
    ['the output of a step', '{{steps.a.output.text}}', 'hi'],
    ['what data says is no template', '{{input.evil}} x', '{{input.name}} {{secrets.TOKEN}} x'],
  ])('render %s', (_what, template, rendered) => {
    expect(renderTemplate(template, DATA)).toEqual(rendered);
  });

  it('render all texts of JSON, and no names of members', () => {
    expect(renderJson({ '{{input.name}}': ['{{input.name}}', 1] }, DATA)).toEqual({ '{{input.name}}': ['Ada', 1] });
  });

  it.each([
    ['texts with it', '{{input.text}} {{input.text}}'],
    ['the value itself', '{{input.text}}'],
    ['a list with it', '{{input.list}}'],
  ])('render no more than 2 MiB of a large value that is named often: %s', (_what, template) => {
    const text = 'x'.repeat(200_000);
    const data = { ...DATA, input: { text, list: [text] } };
    // Five of them are within the bound.
    const many = (count: number) => Array.from({ length: count }, () => template);
    expect(renderJson(many(5), data)).toHaveLength(5);
    expect(renderTexts(many(5), data)).toHaveLength(5);
    expect(() => renderJson(many(1_000), data)).toThrow(TemplateError);
    expect(() => renderTexts(many(1_000), data)).toThrow(TemplateError);
  });

  it('render no text of more than 1 MiB', () => {
    const data = { ...DATA, input: { text: 'x'.repeat(200_000) } };
    expect(() => renderTemplate('{{input.text}} '.repeat(6), data)).toThrow(TemplateError);
  });

  it.each([
    '{{input.gone}}',
    '{{input.constructor}}',
    '{{input.__proto__}}',
    '{{steps.b.output}}',
    '{{input.list[3]}}',
  ])('%s names what is missing', (template) => {
    expect(() => renderTemplate(template, DATA)).toThrow(TemplateError);
  });
});
