import { DEFAULT_PROMPT_LABEL, PROMPT_LABEL, PROMPT_NAME } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { membersOf } from './prompt-format.js';

/** Header that names a prompt. */
export const PROMPT_HEADER = 'X-Service-Prompt';

/** Number of a version, or a label. */
export type VersionReference = number | string;

/** A prompt as a request names it. */
export interface PromptReference {
  readonly name: string;
  readonly at: VersionReference;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Field of the name, and field of the version or label; errors name them. */
  readonly nameParam: string;
  readonly atParam: string;
}

/** A value, and the field that it is in. */
interface Found<Value> {
  readonly value: Value;
  readonly param: string;
}

/** Reads the prompt that a request names in its header, in the member `prompt` of its body, or in both, which must agree. */
export function readPromptReference(header: string | string[] | undefined, member: unknown): PromptReference {
  const sent = membersOf(member);
  if (member !== undefined && member !== null && sent !== member) throw invalid('prompt', 'must be an object');
  const foreign = Object.keys(sent).find((name) => !MEMBERS.includes(name));
  if (foreign !== undefined) throw invalid('prompt', `takes the members ${MEMBERS.join(', ')} only`);
  const inHeader = header === undefined ? {} : readHeader(header);
  const name = agree([inHeader.name, readName(sent, 'id'), readName(sent, 'name')]);
  if (name === undefined) throw invalid('prompt.id', 'must be the name of a prompt');
  const at = agree([inHeader.at, readAt(sent, 'version'), readAt(sent, 'label')]);
  const { variables = null } = sent;
  if (variables !== null && membersOf(variables) !== variables) throw invalid('prompt.variables', 'must be an object');
  return {
    name: name.value,
    at: at?.value ?? DEFAULT_PROMPT_LABEL,
    variables: membersOf(variables),
    nameParam: name.param,
    atParam: at?.param ?? name.param,
  };
}

const MEMBERS: readonly string[] = ['id', 'name', 'version', 'label', 'variables'];

/** The first of the values that are there; the others must be the same. */
function agree<Value>(all: readonly (Found<Value> | undefined)[]): Found<Value> | undefined {
  const [first, ...others] = all.filter((each) => each !== undefined);
  const other = others.find(({ value }) => value !== first?.value);
  if (first !== undefined && other !== undefined) throw invalid(other.param, `must be the same as \`${first.param}\``);
  return first;
}

interface HeaderParts {
  readonly name?: Found<string>;
  readonly at?: Found<VersionReference> | undefined;
}

function readHeader(header: string | string[]): HeaderParts {
  const [name = '', at, ...rest] = String(header).split('@');
  const value = at === undefined ? undefined : parseAt(at);
  if (
    Array.isArray(header) ||
    !PROMPT_NAME.test(name) ||
    rest.length > 0 ||
    (at !== undefined && value === undefined)
  ) {
    throw new GatewayError('invalid_value', {
      param: PROMPT_HEADER,
      message: `The header ${PROMPT_HEADER} must be sent once, as name, name@version or name@label.`,
    });
  }
  const param = PROMPT_HEADER;
  return { name: { value: name, param }, at: value === undefined ? undefined : { value, param } };
}

function readName(sent: Readonly<Record<string, unknown>>, member: 'id' | 'name'): Found<string> | undefined {
  const { [member]: value } = sent;
  if (value === undefined || value === null) return undefined;
  const param = `prompt.${member}`;
  if (typeof value !== 'string' || !PROMPT_NAME.test(value)) throw invalid(param, 'must be the name of a prompt');
  return { value, param };
}

function readAt(
  sent: Readonly<Record<string, unknown>>,
  member: 'version' | 'label',
): Found<VersionReference> | undefined {
  const { [member]: value } = sent;
  if (value === undefined || value === null) return undefined;
  const param = `prompt.${member}`;
  const read =
    typeof value === 'string' || (member === 'version' && typeof value === 'number')
      ? parseAt(String(value))
      : undefined;
  if (read === undefined || (member === 'label' && typeof read === 'number')) {
    throw invalid(param, member === 'label' ? 'must be a label' : 'must be the number of a version, or a label');
  }
  return { value: read, param };
}

/** Versions are numbers in bodies of clients and texts in those of the reference. */
function parseAt(text: string): VersionReference | undefined {
  if (/^[1-9][0-9]{0,6}$/.test(text)) return Number(text);
  return PROMPT_LABEL.test(text) ? text : undefined;
}

function invalid(param: string, problem: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${problem}.` });
}
