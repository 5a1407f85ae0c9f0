import { describe, expect, test } from '@jest/globals';
import { parseModelEntry, parseRoutingConfigEntry, parseVirtualModelEntry } from '../../entries/read-entries.js';
import { DROPPABLE_PARAMETERS } from './unsupported-parameters.js';

const MODEL = { logical_name: 'a', provider: 'p', upstream_model: 'u' };

describe('unsupported_parameters', () => {
  test('takes every parameter that may be left out, and is empty by default', () => {
    const drop = [...DROPPABLE_PARAMETERS];
    expect(parseModelEntry({ ...MODEL, unsupported_parameters: { drop } }).entry?.unsupported_parameters).toEqual({
      drop,
    });
    expect(parseModelEntry(MODEL).entry?.unsupported_parameters).toBeUndefined();
    expect(parseModelEntry({ ...MODEL, unsupported_parameters: {} }).entry?.unsupported_parameters).toEqual({
      drop: [],
    });
  });

  test.each(['response_format', 'n', 'tools', 'tool_choice', 'web_search_options', 'messages', 'model', 'stream'])(
    '%s is never left out: that is an error of the configuration, at every place that takes the setting',
    (name) => {
      const unsupported_parameters = { drop: ['seed', name] };
      for (const { problems } of [
        parseModelEntry({ ...MODEL, unsupported_parameters }),
        parseVirtualModelEntry({ name: 'v', targets: [{ model: 'a' }], unsupported_parameters }),
        parseRoutingConfigEntry({ name: 'r', unsupported_parameters }),
      ]) {
        expect(problems).toEqual([
          expect.objectContaining({
            path: 'unsupported_parameters.drop[1]',
            message: expect.stringContaining('never be left out'),
          }),
        ]);
      }
    },
  );

  test('a word that is no parameter is an error too', () => {
    const { problems } = parseModelEntry({ ...MODEL, unsupported_parameters: { drop: ['seeds'] } });
    expect(problems?.[0]?.message).toContain('must be one of');
  });
});
