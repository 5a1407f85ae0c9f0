import { describe, expect, it } from 'vitest';
import { type RunData, renderJson, renderTemplate, TemplateError } from './templates.js';

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
    '{{input.gone}}',
    '{{input.constructor}}',
    '{{input.__proto__}}',
    '{{steps.b.output}}',
    '{{input.list[3]}}',
  ])('%s names what is missing', (template) => {
    expect(() => renderTemplate(template, DATA)).toThrow(TemplateError);
  });
});
