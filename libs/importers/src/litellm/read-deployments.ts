import { isModelName } from '../is-name.js';
import { COMPATIBLE_KIND } from '../provider-traits.js';
import type { SourceNode } from '../source-node.js';
import type { LitellmContext } from './context.js';
import type { Deployment } from './deployment.js';
import { findRestriction } from './find-restriction.js';
import { findPrefix, splitModel } from './provider-prefixes.js';
import { noteOtherSettings, readContextWindow, readDroppedParameters, readType } from './read-model.js';
import { readPrices } from './read-prices.js';
import { ProviderReader, toMilliseconds } from './read-provider.js';

/** The entries of `model_list` that can be served, by the name that callers use, in the order of the file. */
export function readDeployments(context: LitellmContext): Map<string, Deployment[]> {
  const groups = new Map<string, Deployment[]>();
  for (const entry of context.root.at('model_list').items) {
    const deployment = readDeployment(context, entry);
    const name = entry.at('model_name').text;
    if (deployment === undefined || name === undefined) continue;
    groups.set(name, [...(groups.get(name) ?? []), deployment]);
  }
  return groups;
}

function readDeployment(context: LitellmContext, entry: SourceNode): Deployment | undefined {
  const { findings, draft } = context;
  const name = entry.at('model_name');
  const params = entry.at('litellm_params');
  const upstream = params.at('model');
  if (name.text?.includes('*') || upstream.text?.includes('*')) {
    findings.manual(entry, 'There are no wildcard models. Add an entry for each model that callers need.');
    return undefined;
  }
  const restriction = findRestriction(context, entry);
  if (restriction !== undefined) {
    findings.opensAccess(entry, `${restriction} The model was left out.`);
    return undefined;
  }
  const split =
    upstream.text === undefined ? undefined : splitModel(upstream.text, params.at('custom_llm_provider').text);
  if (name.text === undefined || !isModelName(name.text) || split === undefined) {
    findings.manual(entry, 'The name or the provider of the model cannot be told. Add the model by hand.');
    return undefined;
  }
  const rule = findPrefix(split.prefix);
  if (rule === undefined || !isModelName(split.model)) {
    findings.unsupported(
      entry,
      `Multilane has no such kind of provider. If it has an OpenAI-compatible API, add it as \`${COMPATIBLE_KIND}\`.`,
    );
    return undefined;
  }
  const provider = new ProviderReader(context, params, findCredential(context, params), rule).read();
  if (provider === undefined) {
    findings.manual(entry, 'The entry has no address. Add the provider by hand, with its `base_url`.');
    return undefined;
  }
  const info = entry.at('model_info');
  const { model, api } = readRoute(split.model);
  const type = readType(context, info, model, rule.completion ?? false);
  findings.exact(name, 'The name that callers use.');
  noteUpstream(context, upstream, {
    note: rule.note,
    isConcluded: split.isConcluded,
    isGuess: type !== undefined && !info.at('mode').exists,
  });
  findings.exact(params.at('custom_llm_provider'), 'Became the provider of the model.');
  noteOtherSettings(context, params, info);
  return {
    node: entry,
    model: {
      provider: draft.nameOfProvider(provider),
      upstream_model: model,
      type,
      ...readPrices(context, params, info),
      context_window: readContextWindow(context, info),
      capabilities: api && { api },
      unsupported_parameters: readDroppedParameters(context, params),
    },
    weight: params.at('weight').number ?? params.at('rpm').number ?? params.at('tpm').number,
    order: params.at('order').number,
    timeoutMs: toMilliseconds(params.at('timeout')),
  };
}

/** Names of models may say by which API they are called. */
function readRoute(name: string): { readonly model: string; readonly api: 'responses' | undefined } {
  const [, route, model] = /^(converse|invoke|converse_like|converse_stream|responses)\/(.+)$/.exec(name) ?? [];
  return { model: model ?? name, api: route === 'responses' ? 'responses' : undefined };
}

function noteUpstream(
  { findings }: LitellmContext,
  node: SourceNode,
  { note, isConcluded, isGuess }: { note: string | undefined; isConcluded: boolean; isGuess: boolean },
): void {
  if (note !== undefined) findings.approximate(node, note);
  else if (isConcluded) findings.approximate(node, 'The provider was concluded from the name of the model.');
  else if (isGuess) findings.approximate(node, 'The type of the model was concluded from its name. Check `type`.');
  else findings.exact(node, 'Became the provider and the upstream model.');
}

function findCredential({ root, findings }: LitellmContext, params: SourceNode): SourceNode | undefined {
  const reference = params.at('litellm_credential_name');
  const found = root.at('credential_list').items.find((each) => each.at('credential_name').text === reference.text);
  if (!reference.exists) return undefined;
  if (found === undefined) {
    findings.manual(reference, 'The file has no such credential. Set the credential of the provider.');
    return undefined;
  }
  findings.exact(reference, 'The credential became part of the provider.');
  findings.exact(found.at('credential_name'), 'The credential became part of a provider.');
  findings.approximate(found.at('credential_info'), 'Descriptions of credentials are not kept.');
  return found.at('credential_values');
}
