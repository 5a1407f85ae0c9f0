import type { PromptParameter } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type CompiledVersion, chooseVersion, renderPrompt } from '@multilane/policy';
import { requireJsonObject } from '@multilane/validation';
import {
  type Members,
  membersOf,
  type ParameterPlace,
  type PromptFormat,
} from '../../endpoints/prompts/prompt-format.js';
import { PROMPT_HEADER, readPromptReference } from '../../endpoints/prompts/read-reference.js';
import { findClient, findSession } from '../../recording/attribution.js';
import type { AskedRequest, UsedPrompt } from '../../recording/request-parts.js';

/** Body of a request with its prompt in place, and the version that was used. */
export interface PromptedBody {
  readonly body: Members;
  readonly prompt: UsedPrompt;
}

/**
 * Puts the prompt that a request names before what it sends (docs/contract/prompts.md). The version is chosen here and nowhere else, so all
 * attempts at providers have the same.
 *
 * @throws GatewayError 404 `prompt_not_found`; 400 `unsupported_parameter` for a prompt of a provider; 400 that names the field, for faulty variables and parameters that the version fixes
 */
export function applyPrompt(asked: AskedRequest): PromptedBody {
  const format = formatOf(asked);
  const { prompt: member, ...members }: Members = requireJsonObject(asked.body);
  const named = readPromptReference(asked.headers['x-service-prompt'], member);
  const { caller, snapshot } = asked;
  const found = snapshot.prompts?.find(named.name, caller);
  if (found === undefined) throw refuseUnknown(format, named.nameParam);
  const version = chooseVersion(found, named.at, sessionOf(asked, members));
  if (version === undefined) {
    const missing = typeof named.at === 'number' ? 'version of this number' : 'such label';
    throw refuseName(named.atParam, `The prompt has no ${missing}.`);
  }
  const { characters, messages, problem } = renderPrompt(version, named.variables);
  if (problem !== undefined) {
    const param = problem.variable === undefined ? 'prompt.variables' : `prompt.variables.${problem.variable}`;
    throw new GatewayError('invalid_value', { param, message: `\`${param}\` ${problem.message}.` });
  }
  for (const parameter of version.fixed) refuseOther(members, format.places[parameter], version, parameter);
  for (const [parameter, value] of version.parameters) addParameter(members, format.places[parameter], value);
  format.addMessages(members, messages);
  const label = typeof named.at === 'string' ? named.at : undefined;
  return { body: members, prompt: { name: found.name, version: version.version, label, characters } };
}

/** Reads the prompt of a job from the header that `writePromptHeader` wrote. */
export function readUsedPrompt(header: string | string[]): UsedPrompt | undefined {
  const [name = '', version] = String(header).split('@');
  return version === undefined ? undefined : { name, version: Number(version), label: undefined };
}

/** Names the prompt of a request that runs later, in a header that is stored with it. */
export function writePromptHeader({ prompt }: Pick<AskedRequest, 'prompt'>): AskedRequest['headers'] {
  return { 'x-service-prompt': prompt === undefined ? undefined : `${prompt.name}@${prompt.version}` };
}

/** Lines of a batch are checked when the batch is created and run later: a label could move in between, or be removed. */
function formatOf({ endpoint, incoming }: Pick<AskedRequest, 'endpoint' | 'incoming'>): PromptFormat {
  if (endpoint.prompts === undefined) {
    const message = `The header ${PROMPT_HEADER} is for chat completions, responses and messages.`;
    throw new GatewayError('unsupported_parameter', { param: PROMPT_HEADER, message });
  }
  if (incoming.isOfClient === true) return endpoint.prompts;
  const message = 'Only a request that a client sends can name a prompt. In a line of a batch, send the messages.';
  throw new GatewayError('unsupported_parameter', { param: 'prompt', message });
}

/** Text that keeps a session, or else a person, on one version of a split label. */
function sessionOf({ caller, headers }: AskedRequest, members: Members): string | undefined {
  const { metadata, safety_identifier: identifier, user } = members;
  const agent = headers['user-agent'];
  const session = findSession(headers, findClient(typeof agent === 'string' ? agent : undefined));
  const person = headers['x-service-customer'] ?? identifier ?? user ?? membersOf(metadata).user_id ?? caller.userId;
  const found = session ?? person;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Rejects another value than that of the version for a parameter that it fixes. */
function refuseOther(
  members: Members,
  place: ParameterPlace,
  { parameters, version }: CompiledVersion,
  parameter: PromptParameter,
): void {
  const own = JSON.stringify(write(place, parameters.get(parameter)));
  const other = listSent(members, place).find(({ value }) => JSON.stringify(value) !== own);
  if (other === undefined) return;
  const { param } = other;
  const message = `Version ${version} of the prompt fixes \`${param}\`. Leave it out.`;
  throw new GatewayError('invalid_value', { param, message });
}

function addParameter(members: Members, place: ParameterPlace, value: unknown): void {
  if (listSent(members, place).length > 0) return;
  const [member, inner] = place.path;
  if (inner === undefined) {
    members[member] = write(place, value);
    return;
  }
  const outer = members[member] ?? {};
  // Anything but an object is rejected when the request is checked.
  if (membersOf(outer) === outer) members[member] = { ...outer, [inner]: write(place, value) };
}

function write(place: ParameterPlace, value: unknown): unknown {
  return place.write === undefined ? value : place.write(value);
}

interface SentValue {
  readonly param: string;
  readonly value: unknown;
}

/** The values that a request sends for a parameter, each with the field that it is in: providers may read either of two. */
function listSent(members: Members, { alsoIn = [], path: [member, inner] }: ParameterPlace): readonly SentValue[] {
  const own =
    inner === undefined
      ? { param: member, value: members[member] }
      : { param: `${member}.${inner}`, value: membersOf(members[member])[inner] };
  const others = alsoIn.map((name) => ({ param: name, value: members[name] }));
  return [own, ...others].filter(({ value }) => value !== undefined && value !== null);
}

/** A client of the reference names a prompt of its provider by `id` alone. */
function refuseUnknown({ hasProviderPrompts }: PromptFormat, param: string): GatewayError {
  if (!hasProviderPrompts || param !== 'prompt.id') return refuseName(param, 'The prompt does not exist.');
  const message = 'Prompts that a provider stores are not supported, and the gateway has none of this name.';
  return new GatewayError('unsupported_parameter', { param: 'prompt', message });
}

function refuseName(param: string, message: string): GatewayError {
  return new GatewayError('prompt_not_found', { param, message });
}
