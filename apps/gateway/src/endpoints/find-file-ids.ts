import { type FormRequest, isRecord } from '@multilane/contracts';
import type { ObjectReference } from './descriptor.js';

/** Contents within contents: results of tools that hold documents. Nothing real is deeper. */
const DEEPEST = 4;

/** One id more than a request may hold is enough to reject it. */
const MOST = 101;

/**
 * The ids of files that the contents of messages refer to, in the formats of chat, responses and messages alike: parts with
 * `file_id`, `file.file_id` or `source.file_id`, also within the results of tools, and files that are named by their addresses.
 * Arguments of tools and metadata are the caller's own data, whatever their members are called. Undefined if there is none: nothing
 * is made for a request without.
 */
export function findFileIds(items: unknown, param: string): ObjectReference[] | undefined {
  if (!Array.isArray(items)) return undefined;
  let found: ObjectReference[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item: unknown = items[index];
    if (typeof item !== 'object' || item === null) continue;
    const { content, output } = item as { content?: unknown; output?: unknown };
    // Most messages are text.
    if (typeof content === 'string') continue;
    if (content !== undefined && content !== null) found = searchParts(content, `${param}[${index}].content`, found, 0);
    if (typeof output === 'object' && output !== null) {
      found = searchParts(output, `${param}[${index}].output`, found, 0);
    }
    // An item that is a part itself.
    if ('file_id' in item) found = note((item as { file_id?: unknown }).file_id, `${param}[${index}].file_id`, found);
    if (found !== undefined && found.length >= MOST) return found;
  }
  return found;
}

type Found = ObjectReference[] | undefined;

function searchParts(parts: unknown, param: string, found: Found, depth: number): Found {
  let all = found;
  if (!Array.isArray(parts)) return searchPart(parts, param, all, depth);
  for (let index = 0; index < parts.length; index += 1) {
    const part: unknown = parts[index];
    if (typeof part !== 'object' || part === null) continue;
    const { type } = part as { type?: unknown };
    if (type === 'text' || type === 'input_text' || type === 'output_text' || type === 'tool_use') continue;
    all = searchPart(part, `${param}[${index}]`, all, depth);
    if (all !== undefined && all.length >= MOST) return all;
  }
  return all;
}

function searchPart(part: unknown, param: string, found: Found, depth: number): Found {
  if (!isRecord(part)) return found;
  let all = note(part.file_id, `${param}.file_id`, found);
  if (Array.isArray(part.file_ids)) {
    for (const id of part.file_ids) all = note(id, `${param}.file_ids`, all);
  }
  if (depth >= DEEPEST) return all;
  const { content, file, image_file: imageFile, image_url: image, output, source } = part;
  if (image !== undefined) all = noteImage(image, `${param}.image_url`, all);
  if (part.file_url !== undefined) all = noteAddress(part.file_url, `${param}.file_url`, all);
  if (isRecord(file)) all = note(file.file_id, `${param}.file.file_id`, all);
  if (isRecord(imageFile)) all = note(imageFile.file_id, `${param}.image_file.file_id`, all);
  if (isRecord(source)) {
    all = noteAddress(source.url, `${param}.source.url`, note(source.file_id, `${param}.source.file_id`, all));
    if (typeof source.content === 'object')
      all = searchParts(source.content, `${param}.source.content`, all, depth + 1);
  }
  if (typeof content === 'object') all = searchParts(content, `${param}.content`, all, depth + 1);
  if (typeof output === 'object') all = searchParts(output, `${param}.output`, all, depth + 1);
  return all;
}

function note(id: unknown, param: string, found: Found): Found {
  if (typeof id !== 'string') return found;
  const all = found ?? [];
  if (all.length < MOST) all.push({ kind: 'file', id, param });
  return all;
}

/** An image as chat writes it, `{ url }`, or as responses do. */
function noteImage(image: unknown, param: string, found: Found): Found {
  return isRecord(image) ? noteAddress(image.url, `${param}.url`, found) : noteAddress(image, param, found);
}

/** The service that addresses files of its accounts as others address what is public (ai.google.dev/api/files, `uri`). */
const FILE_SERVICE = 'generativelanguage';

/** Nothing real is longer, and what is longer is data, or a password that hides the host. */
const LONGEST_ADDRESS = 16_384;

/** An address may be encoded more than once on its way to whoever reads it. */
const MOST_ENCODINGS = 3;

/** Characters that parsers of addresses ignore anywhere: tabs and line breaks (url.spec.whatwg.org, "basic URL parser"). */
const LEFT_OUT = /[\t\n\r]/g;

/**
 * A file that is named by its address at the provider, which reads it with the account's own key. Every file that any way of reading
 * the address could name is noted: a path such as `/files/mine/../theirs` has two.
 */
function noteAddress(address: unknown, param: string, found: Found): Found {
  if (typeof address !== 'string' || /^\s*data:/i.test(address)) return found;
  const plain = decode(address.slice(0, LONGEST_ADDRESS));
  if (!plain.toLowerCase().includes(FILE_SERVICE)) return found;
  let all = found;
  for (const [, segments = ''] of plain.matchAll(/[/\\]files[/\\]+([^?#]*)/gi)) {
    for (const segment of segments.split(/[/\\]/)) {
      const [id = ''] = segment.split(':');
      if (id !== '' && id !== '.' && id !== '..' && id !== 'files') all = note(id, param, all);
    }
  }
  return all;
}

/** Without what is encoded, as often as it is encoded. An escape that is none stays. */
function decode(address: string): string {
  let plain = address.replace(LEFT_OUT, '');
  for (let times = 0; times < MOST_ENCODINGS && plain.includes('%'); times += 1) {
    plain = plain
      .replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(LEFT_OUT, '');
  }
  return plain;
}

/** The files of edits: `images[].file_id` and `mask.file_id`, as members of JSON or as fields of a form. */
export function findImageFiles({ form, ...request }: Readonly<FormRequest>): Found {
  let found: Found;
  for (const { name, value } of form?.fields ?? []) {
    found = name.includes('file_id') ? note(value, name, found) : noteAddress(value, name, found);
  }
  for (const name of ['image', 'images', 'mask']) {
    const value = request[name];
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        found = noteEdited(value[index], `${name}[${index}]`, found);
      }
    } else found = noteEdited(value, name, found);
  }
  return found;
}

/** An image to edit: an address, or an object that names it in one of these ways. */
function noteEdited(image: unknown, param: string, found: Found): Found {
  if (!isRecord(image)) return noteAddress(image, param, found);
  const all = noteAddress(image.url, `${param}.url`, note(image.file_id, `${param}.file_id`, found));
  return noteImage(image.image_url, `${param}.image_url`, all);
}

/** Both, of which either may have none. */
export function joinReferences(first: Found, second: Found): Found {
  if (first === undefined) return second;
  return second === undefined ? first : [...first, ...second];
}

/** Hosted tools and stored prompts of responses that bring files of their own. */
export function findToolFiles({ prompt, tools }: Readonly<Record<string, unknown>>): Found {
  let found: Found;
  if (Array.isArray(tools)) {
    for (let index = 0; index < tools.length; index += 1) {
      const tool: unknown = tools[index];
      if (!isRecord(tool) || tool.type === 'function' || tool.type === 'custom') continue;
      const { container } = tool;
      if (isRecord(container)) found = searchPart(container, `tools[${index}].container`, found, DEEPEST);
      if (isRecord(tool.input_image_mask)) {
        found = note(tool.input_image_mask.file_id, `tools[${index}].input_image_mask.file_id`, found);
      }
    }
  }
  if (isRecord(prompt) && isRecord(prompt.variables)) {
    for (const [name, value] of Object.entries(prompt.variables)) {
      if (isRecord(value)) found = searchPart(value, `prompt.variables.${name}`, found, DEEPEST);
    }
  }
  return found;
}
