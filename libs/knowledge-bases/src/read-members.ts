import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { SentDocset } from './docsets.js';
import type { NewKnowledgeBase } from './knowledge-bases.js';

const LONGEST_NAME = 200;
const LONGEST_MODEL = 512;
const LONGEST_DESCRIPTION = 2_000;
const MOST_BASES = 200;
const MOST_TEAMS = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no name may have
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The members of a new knowledge base, or of a change of one. Null is as good as absent. @throws GatewayError 400 */
export function readKnowledgeBase(body: unknown, isNew: boolean): Partial<NewKnowledgeBase> {
  const { embedding_model: model, name } = readKnown(body, ['name', 'embedding_model']);
  return {
    ...readName(name, isNew),
    ...(isGiven(model) && { embedding_model: readText('embedding_model', model, LONGEST_MODEL) }),
  };
}

/** The members of a new document set, or of a change of one. @throws GatewayError 400 */
export function readDocset(body: unknown, isNew: boolean): SentDocset {
  const members = readKnown(body, ['name', 'description', 'kb_ids', 'team_ids']);
  const { description, kb_ids: kbIds, name, team_ids: teamIds } = members;
  return {
    ...readName(name, isNew),
    ...(description !== undefined && { description: description === null ? null : readDescription(description) }),
    ...(isGiven(kbIds) && { kb_ids: readIds('kb_ids', kbIds, MOST_BASES) }),
    ...(isGiven(teamIds) && { team_ids: readIds('team_ids', teamIds, MOST_TEAMS) }),
  };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function readName(name: unknown, isNew: boolean): { name?: string } {
  if (!isNew && !isGiven(name)) return {};
  return { name: readText('name', name, LONGEST_NAME) };
}

function readKnown(body: unknown, known: readonly string[]): Record<string, unknown> {
  if (!isRecord(body)) throw new GatewayError('invalid_value', { message: 'The body must be a JSON object.' });
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return body;
  throw refuse(unknown.slice(0, 100), 'is not a known field');
}

function readText(param: string, value: unknown, longest: number): string {
  const isText = typeof value === 'string' && value.trim() !== '' && value.length <= longest;
  if (isText && !CONTROL.test(value) && !/\p{Cs}/u.test(value)) return value;
  throw refuse(param, `must be a text of 1 to ${longest} characters on one line`);
}

function readDescription(value: unknown): string {
  const isText = typeof value === 'string' && value.length <= LONGEST_DESCRIPTION;
  if (isText && !value.includes('\u0000') && !/\p{Cs}/u.test(value)) return value;
  throw refuse('description', `must be a text of at most ${LONGEST_DESCRIPTION} characters, or null`);
}

function readIds(param: string, value: unknown, most: number): string[] {
  if (!Array.isArray(value) || value.length > most) throw refuse(param, `must be a list of at most ${most} ids`);
  const wrong = value.findIndex((id) => typeof id !== 'string' || id.length !== 36);
  if (wrong !== -1) throw refuse(`${param}[${wrong}]`, 'must be an id');
  return value as string[];
}

/** `?limit=` and `?cursor=`. @throws GatewayError 400 */
export function readPageQuery(query: URLSearchParams | undefined): { limit: number; cursor: string | undefined } {
  const limit = query?.get('limit') ?? '50';
  const number = /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (number < 1 || number > 200) throw refuse('limit', 'must be an integer from 1 to 200');
  return { limit: number, cursor: query?.get('cursor') ?? undefined };
}

function refuse(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}.` });
}
