import { describe, expect, it } from '@jest/globals';
import type { components } from '../../api/schema.js';
import { fieldsOf, isWithoutCredential, listChatKinds } from './first-model-steps.js';

type ProviderKind = components['schemas']['ProviderKindView'];
const kind = (name: string, rest: Partial<ProviderKind> = {}): ProviderKind =>
  ({ kind: name, served: true, model_types: ['chat'], credential: 'key', settings: [], ...rest }) as ProviderKind;
const setting = (name: string, required: boolean) => ({ name, required }) as ProviderKind['settings'][number];

describe('the first model', () => {
  it('is offered of kinds that chat and are served, those without a credential first', () => {
    const kinds = [
      kind('with-key'),
      kind('speaks', { model_types: ['speech'] }),
      kind('later', { served: false }),
      kind('local', { credential: 'none', settings: [setting('base_url', true)] }),
      kind('free', { credential: 'none' }),
    ];
    expect(listChatKinds(kinds).map((each) => each.kind)).toEqual(['free', 'with-key', 'local']);
  });

  it('asks for required settings and the key, and for nothing that is optional', () => {
    const settings = [setting('region', true), setting('api_key', false), setting('base_url', false)];
    expect(fieldsOf(kind('a', { settings })).map(({ name }) => name)).toEqual(['region', 'api_key']);
    expect(fieldsOf(kind('b', { settings, credential: 'optional_key' })).map(({ name }) => name)).toEqual(['region']);
  });

  it('needs no credential where neither a key nor an address is required', () => {
    expect(isWithoutCredential(kind('free', { credential: 'none' }))).toBe(true);
    expect(isWithoutCredential(kind('local', { credential: 'none', settings: [setting('base_url', true)] }))).toBe(
      false,
    );
  });
});
