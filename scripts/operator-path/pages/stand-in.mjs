/**
 * Stands for a program that needs privileges, an engine or a cluster: checks what it is asked for, and does it with servers of the
 * test where that is possible. Called as `stand-in.mjs <program> <arguments…>`, in the folder of the commands.
 *
 * STAND_IN names a file with what it knows: `Known`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findHelm, runHelm } from '../../chart-tools.mjs';

/**
 * @typedef {object} Known
 * @property {string} root the project
 * @property {string} node
 * @property {string} programs the folder of PostgreSQL's programs
 * @property {Record<string, string>} compose the environment of what runs in a container of docker-compose.yml
 * @property {Record<string, string>} debian the environment of the superuser of the machine's PostgreSQL
 * @property {string} log what the workspace of docker-compose.yml has printed
 * @property {boolean} isUp
 * @property {string[]} namespaces
 * @property {Record<string, string[]>} secrets the keys of each, by namespace and name
 * @property {string[]} releases
 */

const SERVICES = ['postgres', 'redis', 'workspace', 'gateway', 'proxy'];
const PACKAGES = ['postgresql', 'redis-server'];

const file = process.env.STAND_IN ?? '';
/** @type {Known} */
const known = JSON.parse(readFileSync(file, 'utf8'));
const remember = () => writeFileSync(file, JSON.stringify(known));

/** @param {string} words @returns {never} */
function refuse(words) {
  throw new Error(words);
}

/** @param {string} command @param {readonly string[]} args @param {Record<string, string>} [env] @returns {never} */
function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) throw error;
  process.exit(status ?? 1);
}

/**
 * Returns the command that pnpm would run: the last command of a script of package.json, because all is built.
 *
 * @param {readonly string[]} args
 */
function pnpm(args) {
  const [name = '', ...rest] = args.filter((arg) => arg !== '--silent' && arg !== 'run');
  if (name === 'install') return rest.join() === '--frozen-lockfile' ? undefined : refuse(`pnpm install ${rest}`);
  const { scripts } = JSON.parse(readFileSync(join(known.root, 'package.json'), 'utf8'));
  const script = scripts[name] ?? refuse(`package.json has no script ${name}`);
  const last = script.split(' && ').at(-1);
  if (!last.startsWith('node ') || name === 'build') return undefined;
  return run(known.node, [...last.split(' ').slice(1), ...rest]);
}

/** @param {readonly string[]} args */
function sudo(args) {
  const [first, ...rest] = args;
  if (first === 'apt-get') {
    const [command, ...names] = rest.filter((arg) => arg !== '-y');
    const others = names.filter((name) => !PACKAGES.includes(name));
    return command === 'install' && others.length === 0 ? undefined : refuse(`apt-get ${rest.join(' ')}`);
  }
  if (first === 'service')
    return PACKAGES.includes(rest[0] ?? '') && rest[1] === 'start' ? undefined : refuse(`service ${rest.join(' ')}`);
  const [user, program = '', ...own] = rest;
  if (first !== '-u' || user !== 'postgres' || !['psql', 'createdb'].includes(program)) refuse(args.join(' '));
  return run(join(known.programs, program), own, known.debian);
}

/** @param {readonly string[]} args */
function docker(args) {
  const [compose, command, ...rest] = args;
  if (compose !== 'compose') refuse(args.join(' '));
  const options = /** @type {const} */ ({ type: 'boolean', default: false });
  switch (command) {
    case 'up': {
      const { values, positionals } = parseArgs({
        args: rest,
        allowPositionals: true,
        options: { build: options, detach: options, wait: options, 'no-deps': options, scale: { type: 'string' } },
      });
      if (!values.detach) refuse('the command would not come back');
      checkServices([...positionals, ...(values.scale?.split('=').slice(0, 1) ?? [])]);
      checkMounts();
      known.isUp = true;
      return remember();
    }
    case 'build':
    case 'restart':
      return checkServices(rest);
    case 'logs':
      if (!known.isUp || rest.join() !== 'workspace') refuse('there are logs of a workspace that runs');
      return void process.stdout.write(readFileSync(known.log, 'utf8'));
    case 'exec': {
      const [service = '', program = '', ...own] = rest.filter((arg, index) => !(index === 0 && arg === '-T'));
      if (!known.isUp) refuse('nothing runs');
      checkServices([service]);
      if (service === 'workspace' && program === 'node')
        return run(known.node, [join(known.root, 'apps/workspace', own[0] ?? ''), ...own.slice(1)], known.compose);
      if (service !== 'postgres') refuse(args.join(' '));
      // A container has a /tmp of its own.
      const here = own.map((arg) => arg.replaceAll('/tmp/', `${file}.`));
      return run(program === 'sh' ? 'sh' : join(known.programs, program), here, known.compose);
    }
    default:
      return refuse(args.join(' '));
  }
}

/** @param {readonly string[]} names */
function checkServices(names) {
  const other = names.find((name) => !SERVICES.includes(name));
  if (other !== undefined) refuse(`docker-compose.yml has no service ${other}`);
}

/** Checks that the files which docker-compose.yml mounts exist, and that other users than their owner can read them. */
function checkMounts() {
  const text = readFileSync('docker-compose.yml', 'utf8');
  const files = [...text.matchAll(/\{ file: (\S+) \}/g), ...text.matchAll(/^ +- (\.\/[^:\s]+):/gm)].map(
    ([, path]) => path ?? '',
  );
  for (const path of files) {
    if (!existsSync(path)) refuse(`docker-compose.yml mounts ${path}, which is not there`);
    if ((statSync(path).mode & 0o004) === 0) refuse(`containers cannot read ${path}`);
  }
}

/** @param {readonly string[]} args */
function kubectl(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { namespace: { type: 'string' }, 'from-literal': { type: 'string', multiple: true } },
  });
  const [verb, kind, ...names] = positionals;
  if (verb !== 'create') refuse(args.join(' '));
  if (kind === 'namespace') known.namespaces.push(names[0] ?? refuse('no name'));
  else if (kind === 'secret' && names[0] === 'generic') {
    const namespace = demandNamespace(values.namespace);
    const literals = values['from-literal'] ?? [];
    known.secrets[`${namespace}/${names[1]}`] = literals.map((each) => each.split('=')[0] ?? '');
  } else refuse(args.join(' '));
  remember();
}

/** @param {string | undefined} name */
function demandNamespace(name) {
  if (name === undefined) refuse('the command would act in the namespace `default`');
  return known.namespaces.includes(name) ? name : refuse(`there is no namespace ${name}`);
}

/** @param {readonly string[]} args */
function helm(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { namespace: { type: 'string' }, values: { type: 'string' }, wait: { type: 'boolean' } },
  });
  const [verb, name = '', chart = ''] = positionals;
  const namespace = demandNamespace(values.namespace);
  const release = `${namespace}/${name}`;
  if (verb === 'install' ? known.releases.includes(release) : verb !== 'upgrade' || !known.releases.includes(release))
    refuse(`helm ${verb} of ${release}: there are the releases ${known.releases.join() || 'none'}`);
  if (verb === 'install') known.releases.push(release);
  remember();
  // The first stand-in in the path has the name of the program.
  process.env.PATH = (process.env.PATH ?? '').split(':').slice(1).join(':');
  if (findHelm() === undefined) return;
  const objects = runHelm(
    'template',
    name,
    chart,
    '--namespace',
    namespace,
    '--values',
    values.values ?? refuse('no values'),
  );
  for (const [, secret = ''] of objects.matchAll(/secretRef:\n +name: (\S+)/g))
    checkSecret(`${namespace}/${secret}`, objects);
}

/** Each variable that gateway.yaml names and that has no default must be in the Secret. @param {string} secret @param {string} objects */
function checkSecret(secret, objects) {
  const keys = known.secrets[secret] ?? refuse(`there is no Secret ${secret}`);
  const wanted = [...objects.matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(([, variable]) => variable ?? '');
  const missing = wanted.filter((variable) => !keys.includes(variable));
  if (missing.length > 0) refuse(`the Secret ${secret} lacks ${missing}`);
}

const PROGRAMS = {
  docker,
  helm,
  kubectl,
  pnpm,
  sudo,
  git: (/** @type {readonly string[]} */ args) => (args.join() === 'pull' ? undefined : refuse(args.join(' '))),
  // Only the project's launcher comes here.
  node: (/** @type {readonly string[]} */ args) => pnpm(args.slice(1)),
};

const [program = '', ...args] = process.argv.slice(2);
try {
  PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (program)](args);
} catch (error) {
  process.stderr.write(`${program}: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
