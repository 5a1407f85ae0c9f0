import type { RequestProbe } from '../probe.js';
import { BROKEN_HISTORY } from './broken-history.js';
import { CACHE_MARKS } from './cache-marks.js';
import { DEFAULTS } from './defaults.js';
import { FILES } from './files.js';
import { FORMATS } from './formats.js';
import { HINTS } from './hints.js';
import { LIMITS } from './limits.js';
import { CONVERSATION } from './messages.js';
import { SAMPLING } from './sampling.js';
import { STORES } from './stores.js';
import { TEXTS_AND_IMAGES } from './texts-and-images.js';
import { THINKING } from './thinking.js';
import { THINKING_HISTORY } from './thinking-history.js';
import { TOOL_CHOICE } from './tool-choice.js';
import { TOOL_HISTORY } from './tool-history.js';
import { TOOL_KINDS } from './tool-kinds.js';
import { TOOL_RESULTS } from './tool-results.js';
import { TOOLS } from './tools.js';
import { VECTORS } from './vectors.js';

/** Everything that is asked of the code about requests, in the order of the tables. */
export const REQUEST_PROBES: readonly RequestProbe[] = [
  ...CONVERSATION,
  ...TEXTS_AND_IMAGES,
  ...FILES,
  ...CACHE_MARKS,
  ...SAMPLING,
  ...LIMITS,
  ...DEFAULTS,
  ...TOOLS,
  ...TOOL_KINDS,
  ...TOOL_CHOICE,
  ...TOOL_HISTORY,
  ...BROKEN_HISTORY,
  ...TOOL_RESULTS,
  ...THINKING,
  ...THINKING_HISTORY,
  ...FORMATS,
  ...HINTS,
  ...STORES,
  ...VECTORS,
];
