import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { DeclaredNames } from './declared-names.js';

const parse = (text: string) => parseConfig(text, { env: {}, sourceName: 'test.yaml' }).config;

const FILE = `
organization: { name: own }
models:
  - { logical_name: gpt, aliases: [fast], provider: simulator, upstream_model: simulator }
  - { logical_name: embed, type: embedding, provider: simulator, upstream_model: simulator }
virtual_models:
  - { name: outer, targets: [{ model: inner }] }
  - { name: inner, targets: [{ model: embed }] }
guardrails:
  - { name: short, kind: max_tokens, config: { limit: 10 } }
prompts:
  - { name: released, protected_labels: [production] }
  - { name: free }
`;

describe('the names of gateway.yaml that policies may use', () => {
  it.each([
    ['a logical name', 'gpt', { logicalName: 'gpt', type: 'chat' }],
    ['an alias', 'fast', { logicalName: 'gpt', type: 'chat' }],
    ['a virtual model, of the type of what it leads to', 'outer', { logicalName: 'outer', type: 'embedding' }],
    ['nothing', 'ghost', undefined],
  ])('finds %s', (_what, name, model) => {
    expect(new DeclaredNames(parse(FILE)).findModel(name)).toEqual(model);
  });

  it('knows a guardrail for the organization of the file alone', () => {
    const names = new DeclaredNames(parse(FILE));
    expect(names.hasGuardrail('short', 'own')).toBe(true);
    expect(names.hasGuardrail('short', 'other')).toBe(false);
    expect(names.hasGuardrail('ghost', 'own')).toBe(false);
  });

  it('knows a prompt with a protected label for the organization of the file alone', () => {
    const names = new DeclaredNames(parse(FILE));
    const known = ['released', 'free', 'ghost'].map((name) => names.protectsPrompt(name, 'own'));
    expect([...known, names.protectsPrompt('released', 'other')]).toEqual([true, false, false, false]);
  });

  it('follows the file', () => {
    const names = new DeclaredNames(parse(FILE));
    names.replace(parse('models: [{ logical_name: new, provider: simulator, upstream_model: simulator }]'));
    expect([names.findModel('gpt'), names.findModel('new')?.logicalName]).toEqual([undefined, 'new']);
    expect(names.hasGuardrail('short', 'own')).toBe(false);
  });
});
