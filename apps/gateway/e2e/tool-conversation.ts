/** The tools that the tests of clients declare. */
export const TOOL_NAMES = ['get_weather', 'get_time'] as const;

/** Parameters of each of them. */
export const CITY_SCHEMA = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
  additionalProperties: false,
};

/** The simulator calls the tools that the question names; the played providers call the tools that the test names. */
export const QUESTION = 'Use get_weather and get_time for Oslo.';

/** One call of each tool. Group G signs the first of parallel calls; the others have no place for it. */
export const SIGNED_CALLS = TOOL_NAMES.map((name, index) => ({
  id: `call_${index}`,
  name,
  arguments: '{"city":"Oslo"}',
  ...(index === 0 && { signature: 'c2lnbmVkLTE=' }),
}));

/** The same for clients that keep no member they do not know, from a model that does not sign. */
export const CALLS = SIGNED_CALLS.map(({ id, name, arguments: json }) => ({ id, name, arguments: json }));

/** The answer to the results of the calls, in two pieces. */
export const RAIN = ['Rain ', 'at noon.'];
