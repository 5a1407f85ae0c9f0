import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PROJECT_ROOT } from './project-root.js';

/** A block of code in a recipe, with the file that it belongs to. */
export interface RecipeStep {
  readonly path: string;
  readonly code: string;
  /** Place of the code: a new file, the imports of an existing file, next to one of its lines, or in place of one. */
  readonly place: 'file' | 'import' | 'after' | 'before' | 'line';
  /** That line; empty for a new file and for imports. */
  readonly line: string;
}

/**
 * ```ts file=<path>, ```ts import=<path>, ```ts add=<path> after|before="<line>" or ```ts replace=<path> line="<line>"; single quotes
 * work too.
 */
const BLOCK =
  /^( *)```(?:ts|json|yaml) (file|import|add|replace)=(\S+)(?: (after|before|line)=(?:"([^"\n]*)"|'([^'\n]*)'))?\n(.*?)^ *```$/gms;

/** The steps of a recipe that name a file, in order. */
export function readRecipe(name: string): RecipeStep[] {
  const text = readFileSync(join(PROJECT_ROOT, 'docs/recipes', name), 'utf8');
  return [...text.matchAll(BLOCK)].map(([, indent = '', how, path = '', place, line, quoted, code = '']) => ({
    path,
    place: (place ?? how) as RecipeStep['place'],
    line: line ?? quoted ?? '',
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** Does what a recipe says. A line that occurs several times means the first. @throws Error for a line that is not there. */
export function applyRecipe(root: string, steps: readonly RecipeStep[]): void {
  for (const { code, line, path, place } of steps) {
    const file = join(root, path);
    if (place === 'file') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
      continue;
    }
    const lines = readFileSync(file, 'utf8').split('\n');
    // The formatter sorts imports.
    const at = place === 'import' ? lines.findIndex((each) => each.startsWith('import ')) : lines.indexOf(line);
    if (at === -1) throw new Error(`${path} has no line ${line}`);
    lines.splice(place === 'after' ? at + 1 : at, place === 'line' ? 1 : 0, code.replace(/\n$/, ''));
    writeFileSync(file, lines.join('\n'));
  }
}

/** A copy of folders and files of the project in a new folder, with links to the installed packages. @returns its path */
export function copyProject(paths: readonly string[], leftOut: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'multilane-recipe-'));
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const file of readdirSync(PROJECT_ROOT)) {
    if (/^(tsconfig.*\.json|package\.json|jest\.config\.ts)$/.test(file))
      cpSync(join(PROJECT_ROOT, file), join(root, file));
  }
  for (const path of paths) {
    cpSync(join(PROJECT_ROOT, path), join(root, path), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (source) => !leftOut.includes(basename(source)),
    });
  }
  return root;
}

/** Runs Node.js in a copy, and returns what it printed. @throws Error with all output if it fails */
export function runInCopy(root: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
