import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EXHAUSTIVE_FILES } from '../exhaustive-tests.mjs';

/** Options that take the word after them. */
const WITH_VALUE = new Set(['-t', '--testNamePattern', '--project']);

/** Every file of tests but those of the browser, which Playwright runs. */
const SPECIFICATION = /(?<!\.(?:browser|tools))\.spec\.ts$/;

const WITH_PROCESSES = /\.(integration|e2e)\.spec\.ts$/;

const FOLDERS = ['apps', 'libs', 'bench', 'scripts'];
const WITHOUT_TESTS = new Set(['node_modules', 'dist']);

/**
 * @param {string} root
 * @returns {string[]} paths within it
 */
export function listSpecifications(root) {
  return FOLDERS.flatMap((folder) => listFiles(root, folder))
    .filter((path) => SPECIFICATION.test(path))
    .sort();
}

/** Calls of the tools by which tests run in turn (libs/testing/src/in-turn.ts). */
const IN_TURN = /\b(?:databasesInTurn|inTurn|isDue|takeTurns)\(/;

/**
 * The files with exhaustive tests: those that are nothing else, and those with some beside others.
 *
 * @param {string} root
 * @returns {string[]} paths within it
 */
export function listExhaustive(root) {
  return listSpecifications(root).filter(
    (file) => EXHAUSTIVE_FILES.includes(file) || IN_TURN.test(readFileSync(join(root, file), 'utf8')),
  );
}

/**
 * The launcher begins on the Node of the machine, and Node 20 has no `globSync`.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return WITHOUT_TESTS.has(entry.name) ? [] : listFiles(root, path);
    return [path];
  });
}

/**
 * Chooses the files of tests and the arguments of Jest.
 *
 * @param {readonly string[]} files all there are, as paths within the project
 * @param {readonly string[]} args parts of paths, and options for Jest; `--project` names a suite
 * @param {string} [root] where absolute paths begin
 * @returns {{ jest: string[] | undefined, expected: string[], unknown: string[] }} `jest`: its arguments; undefined: there is nothing to
 *   run; `expected`: the files that are to run, if no option may leave some out; `unknown`: names that no file has
 */
export function chooseTests(files, args, root = '/') {
  const { names, options, projects } = readArguments(args);
  const parts = names.map((name) => (name.startsWith('/') ? relative(root, name) : name.replace(/^\.\//, '')));
  const isChosen = (/** @type {string} */ file) => parts.length === 0 || parts.some((part) => file.includes(part));
  const chosen = files.filter(
    (file) => isChosen(file) && (projects.length === 0 || projects.includes(projectOf(file))),
  );
  const unknown = names.filter((_, index) => !files.some((file) => file.includes(parts[index] ?? '')));
  if (chosen.length === 0) return { jest: undefined, expected: [], unknown };
  const isWhole = names.length === 0 && projects.length === 0;
  const jest = [
    ...options,
    ...(isWhole ? [] : ['--selectProjects', ...new Set(chosen.map(projectOf))]),
    ...(names.length === 0 ? [] : ['--runTestsByPath', ...chosen]),
  ];
  return { jest, expected: options.length === 0 ? chosen : [], unknown };
}

/** @param {string} file */
function projectOf(file) {
  return WITH_PROCESSES.exec(file)?.[1] ?? 'unit';
}

/** @param {readonly string[]} args */
function readArguments(args) {
  const names = [];
  const options = [];
  const projects = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const value = WITH_VALUE.has(arg) ? rest.splice(0, 1) : [];
    if (arg === '--project') projects.push(...value);
    else if (arg.startsWith('--project=')) projects.push(arg.slice('--project='.length));
    else if (arg.startsWith('-')) options.push(arg, ...value);
    else names.push(arg);
  }
  return { names, options, projects };
}
