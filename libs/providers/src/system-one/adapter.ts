import { createAdapter } from '../shared/systemone/create-adapter.js';
import { SYSTEM_ONE_MANIFEST } from './manifest.js';

/**
 * The same wire format as TypeSafe's at an address of the operator's: a local runtime or another host
 * (docs/contract/decision.md#providers).
 */
export const SYSTEM_ONE = createAdapter(SYSTEM_ONE_MANIFEST);
