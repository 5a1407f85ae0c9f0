import { describe, expect, it } from '@jest/globals';
import { EMPTY_MODEL, type Model, readVoices, toModelBody, valuesOfModel } from './model-values.js';

const BODY = {
  logical_name: 'ours',
  provider_id: 'p1',
  upstream_model: 'gpt',
  type: 'speech',
  aliases: ['other'],
  prices: { input_per_million: 0, image_output_per_million: 2.5 },
  media_prices: { per_second: 0.1 },
  context_window: 8_000,
  max_parallel: 4,
  queue: { max_wait_ms: 500, max_length: 9 },
  capabilities: { reasoning_efforts: ['max'], thinking: 'adaptive', structured_output: false, beyond_reference: true },
  voices: { alloy: 'A=1' },
  unsupported_parameters: { drop: ['seed'] },
};

describe('the body of a model', () => {
  it('a new name keeps every price and setting', () => {
    const values = { ...valuesOfModel(BODY as unknown as Model), logical_name: ' renamed ' };
    expect(toModelBody(values)).toEqual({ ...BODY, logical_name: 'renamed' });
  });

  it('keeps changes of prices, with the prices that the form does not show, and leaves out those without a day', () => {
    const changes = [{ from: '2027-02-01', input_per_million: 1, per_search: 0.01 }];
    const dated = { ...BODY, prices: { ...BODY.prices, changes } };
    const values = valuesOfModel(dated as unknown as Model);
    expect(values.prices).toEqual(BODY.prices);
    expect(toModelBody({ ...values, price_changes: [...values.price_changes, { from: '' }] })).toEqual(dated);
  });

  it('groups without a value are null, so that emptied prices go', () => {
    const values = { ...EMPTY_MODEL, logical_name: 'a', prices: { input_per_million: '' as never } };
    expect(toModelBody(values)).toMatchObject({
      prices: null,
      media_prices: null,
      context_window: null,
      max_parallel: null,
      queue: null,
      capabilities: null,
      voices: null,
      unsupported_parameters: null,
    });
  });

  it('a line without a voice is left out', () => {
    expect(readVoices('a = x\n\nb\n = y\nc=')).toEqual({ a: 'x' });
  });
});
