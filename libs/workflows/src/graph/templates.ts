import { writeProblem } from '@multilane/contracts';

/** Data that templates and expressions read. */
export interface RunData {
  readonly input: unknown;
  /** By the ids of steps that have ended. */
  readonly steps: Readonly<Record<string, { readonly output: unknown; readonly error: unknown }>>;
  readonly run: { readonly id: string; readonly started_at: string };
  /** Within a `map` step. */
  readonly item?: unknown;
  readonly index?: number;
}

/** A place in the data of a run, such as `steps.a.output.list[0]`. */
type Path = readonly (string | number)[];

/** Spaces within the braces are taken off afterwards: a pattern that did it would try every way to share them out. */
const REFERENCE = /\{\{([^{}]*)\}\}/g;
const PATH = /^(input|steps|run|item|index)((?:\.[A-Za-z_][A-Za-z0-9_-]{0,127}|\[\d{1,6}\])*)$/;

/** A rendered text may be so long. */
const LONGEST = 1024 * 1024;
/** All that is rendered at once may have so many characters: a definition may name a large value thousands of times. */
const LONGEST_TOGETHER = 2 * LONGEST;

/** A template that cannot be rendered: the data has nothing at a path. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Finds the problem of a template; undefined if there is none. */
export function findTemplateProblem(template: string, { isInMap = false } = {}): string | undefined {
  for (const path of pathsIn(template)) {
    if (/^secrets\b/.test(path)) return writeProblem('secret_outside_headers');
    const parts = readPath(path);
    if (parts === undefined) return writeProblem('not_path', { path: path.slice(0, 60) });
    if (!isInMap && (parts[0] === 'item' || parts[0] === 'index'))
      return writeProblem('item_outside_map', { item: parts[0] });
  }
  return template.replaceAll(REFERENCE, '').includes('{{') ? writeProblem('open_braces') : undefined;
}

/** The ids of the steps that a template names. */
export function stepsInTemplate(template: string): readonly string[] {
  return pathsIn(template).flatMap((path) => {
    const parts = readPath(path);
    return parts?.[0] === 'steps' && typeof parts[1] === 'string' ? [parts[1]] : [];
  });
}

/**
 * A text with the values of its paths. One that is a single path becomes the very value; within a longer text, values
 * that are no texts are written as JSON. Texts of data are never read as templates themselves.
 *
 * @throws TemplateError where the data has nothing at a path, or the text becomes too long
 */
export function renderTemplate(template: string, data: RunData): unknown {
  return new Rendering(data).render(template);
}

/** JSON with all its texts rendered, of 2 MiB at most. @throws TemplateError */
export function renderJson(template: unknown, data: RunData): unknown {
  return new Rendering(data).renderAll(template);
}

/** A rendered template as a text. @throws TemplateError */
export function renderText(template: string, data: RunData): string {
  return write(renderTemplate(template, data));
}

/** Templates as texts, of 2 MiB at most altogether. @throws TemplateError */
export function renderTexts(templates: readonly string[], data: RunData): readonly string[] {
  const rendering = new Rendering(data);
  return templates.map((template) => write(rendering.render(template)));
}

/** Values that are rendered together. Their length is counted before anything is put together. */
class Rendering {
  #left = LONGEST_TOGETHER;
  /** Values are written once, however often they are named. */
  readonly #written = new Map<string, string>();

  constructor(private readonly data: RunData) {}

  renderAll(template: unknown): unknown {
    if (typeof template === 'string') return this.render(template);
    if (Array.isArray(template)) return template.map((each: unknown) => this.renderAll(each));
    if (typeof template !== 'object' || template === null) return template;
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, this.renderAll(value)]));
  }

  render(template: string): unknown {
    const matches = [...template.matchAll(REFERENCE)];
    const [only] = matches;
    if (matches.length === 1 && only !== undefined && only[0] === template.trim()) {
      this.#count(this.#write(pathOf(only)).length);
      return lookUp(pathOf(only), this.data);
    }
    const values = matches.map((match) => this.#write(pathOf(match)));
    const length = values.reduce((sum, { length: each }) => sum + each, template.length);
    if (length > LONGEST) throw new TemplateError(`The text is longer than ${LONGEST} characters.`);
    this.#count(length);
    let rendered = '';
    let end = 0;
    for (const [at, match] of matches.entries()) {
      rendered += template.slice(end, match.index) + values[at];
      end = match.index + match[0].length;
    }
    return rendered + template.slice(end);
  }

  #write(path: string): string {
    const known = this.#written.get(path);
    if (known !== undefined) return known;
    const written = write(lookUp(path, this.data));
    this.#written.set(path, written);
    return written;
  }

  #count(length: number): void {
    this.#left -= length;
    if (this.#left < 0) {
      throw new TemplateError(`The texts are longer than ${LONGEST_TOGETHER} characters altogether.`);
    }
  }
}

/** All texts in a template of JSON. */
export function textsIn(template: unknown): readonly string[] {
  if (typeof template === 'string') return [template];
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap((value) => textsIn(value));
}

function write(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function pathsIn(template: string): readonly string[] {
  return [...template.matchAll(REFERENCE)].map(pathOf);
}

function pathOf([, path = '']: RegExpExecArray): string {
  return path.trim();
}

function readPath(text: string): Path | undefined {
  const found = PATH.exec(text);
  if (found === null) return undefined;
  const [, root = '', rest = ''] = found;
  const parts = rest.match(/\.[^.[]+|\[\d+\]/g) ?? [];
  return [root, ...parts.map((part) => (part.startsWith('.') ? part.slice(1) : Number(part.slice(1, -1))))];
}

/** Own members only: data has no prototypes to speak of. */
function lookUp(text: string, data: RunData): unknown {
  let value: unknown = data;
  for (const part of readPath(text) ?? [text]) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    if (!isThere) throw new TemplateError(`There is nothing at {{${text.slice(0, 200)}}}.`);
    value = (value as Readonly<Record<string | number, unknown>>)[part];
  }
  return value === undefined ? null : value;
}
