import { createAdapter } from './create-adapter.js';
import { OPENAI_MANIFEST } from './manifest.js';
import { REFERENCE_ENDPOINTS } from './reference-endpoints.js';
import { REFERENCE_QUIRKS } from './reference-quirks.js';

/** The reference provider. With the base URL `…/openai/v1` of an Azure resource it also reaches Azure's v1 API. */
export const OPENAI = createAdapter(OPENAI_MANIFEST, REFERENCE_QUIRKS, REFERENCE_ENDPOINTS);
