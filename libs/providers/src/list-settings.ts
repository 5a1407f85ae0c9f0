import type { ProviderManifest, ProviderSetting } from './manifest.js';

const API_KEY: ProviderSetting = {
  name: 'api_key',
  label: 'API key',
  help: 'API key of the provider.',
  type: 'text',
  secret: true,
};

const API_KEYS: ProviderSetting = {
  name: 'api_keys',
  label: 'API keys',
  help: 'Several credentials, used in turn, in place of one.',
  type: 'list',
  secret: true,
};

/** Credentials that are, or may be, a key. */
const TAKES_KEYS: ReadonlySet<string> = new Set(['key', 'optional_key', 'aws']);

/**
 * All that a form asks for of a kind, in its order: what is required first, then the credential, then the rest. Every kind
 * takes `name`, `headers` and `timeouts` too.
 */
export function listSettings({ settings, credential, environment, defaultBaseUrl, inProcess }: ProviderManifest) {
  const required = settings.filter((setting) => setting.required);
  const optional = settings.filter((setting) => !setting.required);
  const key = environment?.holds === 'key' ? { ...API_KEY, example: environment.example } : API_KEY;
  const hasAddress = inProcess || required.some(({ name }) => name === 'base_url');
  return [
    ...required,
    ...(TAKES_KEYS.has(credential) ? [key, API_KEYS] : []),
    ...optional,
    ...(hasAddress ? [] : [optionalBaseUrl(defaultBaseUrl)]),
  ] satisfies ProviderSetting[];
}

const optionalBaseUrl = (byDefault: string | undefined): ProviderSetting => ({
  name: 'base_url',
  label: 'Base URL',
  help: 'Replaces the scheme, host and path prefix that the kind has by default.',
  type: 'url',
  ...(byDefault === undefined ? {} : { default: byDefault }),
});
