import type { ModelType } from '@multilane/contracts';
import { SIMULATOR_KIND } from '@multilane/providers';
import type { OfferedModel } from './choose-models.js';
import { DATA_FOLDER } from './data/data-folder.js';
import type { ProviderModels } from './providers/provider-models.js';

/** The models of the simulator for media, with their types. */
const SIMULATED_MEDIA: Readonly<Record<string, ModelType>> = {
  'simulator-image': 'image',
  'simulator-speech': 'speech',
  'simulator-transcription': 'transcription',
  'simulator-realtime': 'realtime',
};

export interface Demo {
  readonly providers: readonly ProviderModels[];
  readonly models: readonly OfferedModel[];
  readonly key: string;
}

/**
 * The text of a gateway.yaml for what was found. Providers' keys stay in the environment; the demo key is in it, so that
 * a copy of the file continues answering it.
 */
export function buildConfig({ providers, models, key }: Demo): string {
  const used = providers.filter(({ kind }) => models.some((model) => model.kind === kind));
  return [
    '# Written anew at each start; copy it to gateway.yaml beside package.json to make it yours.',
    '# Every key: docs/configuration.md',
    '',
    'server: { host: 127.0.0.1, port: 8080, drain_delay_ms: 0, drain_ms: 5000 }',
    'telemetry: { log_level: warn }',
    '# Texts of requests and answers are stored on this machine, encrypted, so that the console can show and replay them.',
    `audit: { spool_dir: ${DATA_FOLDER}/spool, capture_payloads: true }`,
    ...used.filter(({ baseUrl }) => baseUrl !== undefined).map(describeNetwork),
    '',
    ...section('providers', used.map(describeProvider)),
    '',
    ...section('models', [...models.map(describeModel), ...describeSimulatedMedia(models)]),
    '',
    ...describeSimulatedTools(models),
    'teams:',
    '  - name: demo',
    '    api_keys:',
    // Knowledge bases are changed by editors.
    `      - { name: quickstart, key: ${key}, role: editor }`,
    '',
  ].join('\n');
}

/** Tools to try `/mcp` with. They are offered where the simulator is. */
function describeSimulatedTools(models: readonly OfferedModel[]): string[] {
  const isSimulated = models.some(({ kind }) => kind === SIMULATOR_KIND);
  return isSimulated ? ['mcp:', '  servers:', '    - { name: sample, kind: sample }', ''] : [];
}

function section(name: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [`${name}: []`] : [`${name}:`, ...entries];
}

/** A proxy to the outside does not know this machine's Ollama. */
function describeNetwork({ baseUrl = '' }: ProviderModels): string {
  return `network: { no_proxy: ${quote(`\${NO_PROXY:-},\${no_proxy:-},${new URL(baseUrl).hostname}`)} }`;
}

function describeProvider({ kind, variable, baseUrl }: ProviderModels): string {
  const key = variable === undefined ? '' : `, api_key: "\${${variable}}"`;
  const address = baseUrl === undefined ? '' : `, base_url: ${quote(baseUrl)}`;
  return `  - { name: ${kind}, kind: ${kind}${key}${address} }`;
}

function describeModel({ name, kind, upstreamModel, type }: OfferedModel): string {
  const typed = type === undefined ? '' : `, type: ${type}`;
  return `  - { logical_name: ${quote(name)}, provider: ${kind}, upstream_model: ${quote(upstreamModel)}${typed} }`;
}

/** The simulator also draws, speaks and hears, each by a model of its own. A name that another model has stays that model's. */
function describeSimulatedMedia(models: readonly OfferedModel[]): string[] {
  if (!models.some(({ kind }) => kind === SIMULATOR_KIND)) return [];
  const names = new Set(models.map(({ name }) => name));
  return Object.entries(SIMULATED_MEDIA)
    .filter(([name]) => !names.has(name))
    .map(
      ([name, type]) =>
        `  - { logical_name: ${name}, provider: ${SIMULATOR_KIND}, upstream_model: ${name}, type: ${type} }`,
    );
}

/** JSON's strings are YAML's. */
function quote(text: string): string {
  return JSON.stringify(text);
}
