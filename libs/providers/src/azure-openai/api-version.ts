/**
 * The newest dated version of the inference API that is generally available (learn.microsoft.com, "API version
 * lifecycle"). Azure's newer v1 API has no versions and no deployments in its address; it is reached with the kind
 * `openai` and the base URL `https://<resource>.openai.azure.com/openai/v1`.
 */
export const DEFAULT_API_VERSION = '2024-10-21';
