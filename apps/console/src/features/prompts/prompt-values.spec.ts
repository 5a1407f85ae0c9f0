import { describe, expect, it } from '@jest/globals';
import {
  checkPrompt,
  EMPTY_PROMPT,
  type Prompt,
  toChangedPrompt,
  toNewPrompt,
  valuesOfPrompt,
  writeLabel,
} from './prompt-values.js';

const VERSION = {
  version: 2,
  messages: [{ role: 'system' as const, content: 'For {{who}}' }],
  variables: [{ name: 'who', type: 'string' as const, default: 'all' as never, max_length: 9 }],
  parameters: { temperature: 1 },
  fixed: [],
};
const PROMPT: Prompt = {
  id: 'id',
  object: 'prompt',
  workspace_id: 'w',
  name: 'greeting',
  enabled: true,
  description: null,
  versions: [{ ...VERSION, version: 1 }, VERSION],
  labels: [],
  protected_labels: ['production'],
  created_at: '',
  updated_at: '',
};

describe('the form of a prompt', () => {
  it('makes no version of one that is as before', () => {
    const changed = toChangedPrompt({ ...valuesOfPrompt(PROMPT), description: 'x' }, PROMPT);
    expect(changed).toEqual({ name: 'greeting', description: 'x', enabled: true, protected_labels: ['production'] });
  });

  it('makes a version with the next number of changed content, and keeps what it does not show', () => {
    const values = valuesOfPrompt(PROMPT);
    const messages = [{ key: '0', role: 'user' as const, content: 'Hello {{who}}' }];
    const { versions } = toChangedPrompt({ ...values, messages, comment: ' politer ' }, PROMPT);
    expect(versions?.slice(0, 2)).toEqual(PROMPT.versions);
    expect(versions?.[2]).toEqual({
      version: 3,
      comment: 'politer',
      messages: [{ role: 'user', content: 'Hello {{who}}' }],
      variables: [{ name: 'who', type: 'string', default: 'all', max_length: 9 }],
      parameters: { temperature: 1 },
    });
  });

  it('reads defaults by their types', () => {
    const variables = [
      { key: '1', name: 'a', type: 'integer' as const, usual: '3', options: [] },
      { key: '2', name: 'b', type: 'boolean' as const, usual: 'true', options: [] },
      { key: '3', name: 'c', type: 'string' as const, usual: '', options: ['x', 'y'] },
    ];
    const { versions, workspace_id } = toNewPrompt({ ...EMPTY_PROMPT, name: 'n', variables }, 'w');
    expect(workspace_id).toBe('w');
    expect(versions?.[0]?.variables).toEqual([
      { name: 'a', type: 'integer', default: 3 },
      { name: 'b', type: 'boolean', default: true },
      { name: 'c', type: 'string', options: ['x', 'y'] },
    ]);
  });

  it('says which field lacks something', () => {
    expect(checkPrompt({ ...EMPTY_PROMPT, more: '[' })).toEqual({
      name: 'missing.name',
      messages: 'missing.messages',
      more: 'missing.more',
    });
  });

  it('writes labels with what they stand for', () => {
    const split = [
      { version: 1, weight: 90 },
      { version: 2, weight: 10 },
    ];
    expect([writeLabel({ name: 'a', version: 3 }), writeLabel({ name: 'b', split })]).toEqual([
      'a → 3',
      'b → 1 (90), 2 (10)',
    ]);
  });
});
