import { createAdapter } from './create-adapter.js';
import { REFERENCE_ENDPOINTS } from './reference-endpoints.js';
import { REFERENCE_QUIRKS } from './wire-quirks.js';

/** The reference provider. With the base URL `…/openai/v1` of an Azure resource it also reaches Azure's v1 API. */
export const OPENAI = createAdapter('openai', 'https://api.openai.com/v1', REFERENCE_QUIRKS, REFERENCE_ENDPOINTS);
