import type { Environment } from '@multilane/config';
import { ALL_MANIFESTS, MANIFESTS, SIMULATOR_KIND } from '@multilane/providers';
import type { OfferedModel } from '../choose-models.js';
import type { FoundProviders } from '../providers/find-providers.js';
import type { ProviderModels } from '../providers/provider-models.js';

export interface Findings {
  readonly providers: readonly ProviderModels[];
  readonly notOffered: FoundProviders['notOffered'];
  readonly models: readonly OfferedModel[];
  readonly environment: Environment;
}

/** A line for each provider that was found, and what there is to know when nothing was. */
export function describeProviders({ providers, notOffered, models, environment }: Findings): string[] {
  const lines = [
    ...providers.map(describeProvider),
    ...notOffered.map(
      ({ kind, variable }) => `${kind}: ${variable} was found; its models are not offered by this version.`,
    ),
  ];
  for (const { kind, name, localRuntime, environment: variable } of ALL_MANIFESTS) {
    if (!localRuntime || !variable || !environment[variable.name]) continue;
    if (providers.some((provider) => provider.kind === kind)) continue;
    lines.push(`${kind}: ${variable.name} is set, but no ${name} answers there.`);
  }
  if (models.some(({ kind }) => kind === SIMULATOR_KIND)) lines.push(describeSimulator(models.length));
  return lines;
}

function describeProvider({ kind, variable, source, models, sound, total, problem }: ProviderModels): string {
  if (sound)
    return `${kind}: ${Object.keys(sound).join(' and ')} with the key in ${variable}, by the models of its documents.`;
  const offered = count(models.length);
  const { name, localRuntime } = MANIFESTS[kind];
  if (localRuntime !== undefined) {
    return total === 0
      ? `${kind}: runs on this machine, but has no models for chat yet: ${localRuntime.addModel}`
      : `${kind}: ${offered}, as the running ${name} lists them${cutOff(models.length, total)}.`;
  }
  if (source === 'refused') return `${kind}: refused the key in ${variable}, so its models are left out.`;
  if (source === 'asked')
    return `${kind}: ${offered}, as it lists them for ${variable}${cutOff(models.length, total)}.`;
  return `${kind}: ${offered} from its documents. A guess, because it could not be asked: ${problem}.`;
}

function describeSimulator(models: number): string {
  const why = models === 1 ? 'No provider can be used, so there is one model only: the simulator. It' : 'simulator:';
  return `${why} is built in and needs no key and no network. It is no language model: its answers are made up here.`;
}

function cutOff(shown: number, total: number): string {
  return shown < total ? ` (of ${total}; name others in a gateway.yaml)` : '';
}

function count(models: number): string {
  return models === 1 ? '1 model' : `${models} models`;
}
