import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import i18next from 'i18next';
import { ApiFailure } from '../../api/client.js';
import { showAtField } from './show-at-field.js';

const failureOf = (param: string | undefined, details?: unknown) =>
  new ApiFailure({ status: 400, code: 'invalid_value', message: '`name` is wrong.', param, requestId: 'r', details });

beforeAll(async () => {
  const resources = { 'zh-CN': { problems: { too_long: '最多输入 {{max}} 个字符。' } } };
  await i18next.init({ lng: 'zh-CN', resources, interpolation: { escapeValue: false } });
});

describe('a failure of a form', () => {
  const VALUES = { name: 'x', targets: [] };

  it('is shown at its field, also one of a part of it', async () => {
    const setFieldError = jest.fn();
    expect(await showAtField(failureOf('name'), VALUES, { setFieldError })).toBe(true);
    expect(await showAtField(failureOf('targets[0].model'), VALUES, { setFieldError })).toBe(true);
    expect(setFieldError.mock.calls).toEqual([
      ['name', '`name` is wrong.'],
      ['targets', '`name` is wrong.'],
    ]);
  });

  it('has the sentence of its kind, and that of the service for another kind', async () => {
    const setFieldError = jest.fn();
    await showAtField(failureOf('name', { problem: { kind: 'too_long', values: { max: 64 } } }), VALUES, {
      setFieldError,
    });
    await showAtField(failureOf('name', { problem: { kind: 'newer', values: {} } }), VALUES, { setFieldError });
    expect(setFieldError.mock.calls).toEqual([
      ['name', '最多输入 64 个字符。'],
      ['name', '`name` is wrong.'],
    ]);
  });

  it.each([
    ['of no field', failureOf(undefined)],
    ['of a field that the form does not have', failureOf('other')],
    ['of another origin', new Error('name')],
  ])('belongs into a notice: one %s', async (_what, failure) => {
    const setFieldError = jest.fn();
    expect(await showAtField(failure, VALUES, { setFieldError })).toBe(false);
    expect(setFieldError).not.toHaveBeenCalled();
  });
});
