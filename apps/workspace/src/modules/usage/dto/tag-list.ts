import { parseTags } from '@multilane/contracts';

/** Tags as `X-Service-Tags` has them. */
export const TAG_LIST = {
  pattern: { source: '^[^=,]+=[^=,]+(?:,[^=,]+=[^=,]+)*$', test: (text: string) => parseTags(text).tags !== undefined },
  name: 'a tag such as `feature=search`, or several, separated by commas',
};
