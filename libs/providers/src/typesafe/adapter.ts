import { createAdapter } from '../shared/systemone/create-adapter.js';
import { TYPESAFE_MANIFEST } from './manifest.js';

/** TypeSafe's own service (docs.typesafe.ai). */
export const TYPESAFE = createAdapter(TYPESAFE_MANIFEST);
