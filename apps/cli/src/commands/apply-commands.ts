import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { Answer } from '../answer.js';
import type { ApiClient } from '../api/api-client.js';
import { describePlan, summarize, viewPlan } from '../apply/describe-plan.js';
import { exportManifest } from '../apply/export-manifest.js';
import { findUnknownFields, readKnownFields } from '../apply/known-fields.js';
import { countChanges, makePlan, type Owned, type Plan } from '../apply/plan.js';
import { prepare } from '../apply/prepare.js';
import { type Manifest, readManifests } from '../apply/read-manifest.js';
import { findWorkspace, type Place, readRemote, withReferences } from '../apply/remote-resources.js';
import { RESOURCE_KINDS } from '../apply/resource-kinds.js';
import { type Outcome, runPlan } from '../apply/run-plan.js';
import { readOwned, writeOwned } from '../apply/state-file.js';
import { act, type CliContext, openClient } from '../context.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { readTextFile } from '../read-file.js';

interface ApplyOptions {
  readonly file: readonly string[];
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly label?: string;
  readonly workspace?: string;
  readonly state?: string;
  readonly keysOut?: string;
}

const gather = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addApplyCommands(program: Command, context: CliContext): void {
  const apply = program
    .command('apply')
    .description('Makes a service have what manifests describe, and shows the difference first.')
    .requiredOption('-f, --file <path>', 'a manifest, or a folder of .yaml files; may be given several times', gather)
    .option('--dry-run', 'only show what would change; exits 3 if something would')
    .option('--prune', 'remove what the label owns and no manifest names any more')
    .option('--label <name>', 'the label, instead of the one in the manifests')
    .option('--workspace <name>', 'the workspace, instead of the one in the manifests')
    .option(
      '--state <file>',
      'the file that remembers what a label owns (multilane.state.json beside the first manifest)',
    )
    .option('--keys-out <file>', 'where the plaintext of new keys is written; required if keys are created');
  act<[], ApplyOptions>(context, apply, ({ options }) => applyManifests(context, options));

  const exported = program
    .command('export')
    .description('Prints a manifest of what a service has, without secrets.')
    .option('--workspace <name>', 'the workspace, where the credential reaches several')
    .option('--section <name>', 'only this section; may be given several times', gather);
  act<[], { workspace?: string; section?: readonly string[] }>(context, exported, async ({ options }) => {
    const client = openClient(context);
    const known = RESOURCE_KINDS.map(({ section }) => section);
    const sections = options.section ?? known;
    const unknown = sections.find((section) => !known.includes(section));
    if (unknown !== undefined) {
      throw new CommandFailure(`There is no section ${unknown}. Sections are ${known.join(', ')}.`, EXIT.wrongUsage);
    }
    const workspace = await findWorkspace(client, options.workspace);
    // A new version has sections that older credentials may not read. One that was asked for by its name is a failure.
    const leaveOut = (section: string, why: string): void =>
      context.terminal.writeError(`Left out: ${section}. ${why}\n`);
    const remote = await readRemote(
      client,
      withReferences(sections),
      { workspaceId: workspace.id },
      options.section === undefined ? leaveOut : undefined,
    );
    const wanted = new Set(sections);
    const all = Object.entries(exportManifest(remote)).filter(([section]) => wanted.has(section));
    // Its name: another deployment has another id.
    const manifest = { workspace: workspace.name, ...Object.fromEntries(all) };
    return { data: manifest, text: stringify(manifest, { lineWidth: 0 }).trimEnd() };
  });
}

async function applyManifests(context: CliContext, options: ApplyOptions): Promise<Answer> {
  const paths = options.file.flatMap(listFiles);
  const manifest = readManifests(
    paths.map((path) => ({ path, text: readTextFile(path) })),
    context.environment,
  );
  const label = options.label ?? manifest.label;
  if (options.prune && label === undefined) {
    throw new CommandFailure('--prune needs a label: `label:` in the manifest, or --label.', EXIT.wrongUsage);
  }
  const client = openClient(context);
  const statePath = options.state ?? join(dirname(paths[0] ?? '.'), 'multilane.state.json');
  const owned = label === undefined ? {} : readOwned(statePath, client.url, label);
  const prepared = await preparePlan(client, manifest, options.workspace, options.prune ? owned : {});
  const { plan } = prepared;
  if (plan.problems.length > 0) throw new CommandFailure(plan.problems.join('\n'));
  if (options.dryRun) {
    const exitCode = countChanges(plan) > 0 ? EXIT.changesPending : EXIT.done;
    return { data: { ...viewPlan(plan), applied: false }, text: describePlan(plan), exitCode };
  }
  refuseToShowKeys(plan, options.keysOut);
  const outcome = await runPlan(client, plan, manifest.resources, prepared.remote, prepared.place, () => undefined);
  if (label !== undefined) writeOwned(statePath, client.url, label, ownedAfter(outcome, owned, options.prune ?? false));
  if (options.keysOut !== undefined && outcome.newKeys.length > 0) {
    writeFileSync(options.keysOut, `${JSON.stringify(outcome.newKeys, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  }
  return {
    data: { ...viewPlan(plan), applied: true },
    text: `${describePlan(plan)}\nDone.`.replace(`${summarize(plan)}\nDone.`, `Done: ${summarize(plan)}`),
  };
}

interface Prepared {
  readonly plan: Plan;
  readonly remote: Awaited<ReturnType<typeof readRemote>>;
  readonly place: Place;
}

async function preparePlan(
  client: ApiClient,
  manifest: Manifest,
  workspace: string | undefined,
  owned: Owned,
): Promise<Prepared> {
  const sections = withReferences([...manifest.resources.map(({ kind }) => kind.section), ...Object.keys(owned)]);
  const needsWorkspace = RESOURCE_KINDS.some(({ section, place }) => sections.has(section) && place !== 'organization');
  const bindsKeys = manifest.resources.some(({ kind, fields }) => kind.section === 'keys' && fields.workspace === true);
  const wanted = workspace ?? manifest.workspace;
  const workspaceId = needsWorkspace || bindsKeys ? (await findWorkspace(client, wanted)).id : undefined;
  const place = { workspaceId };
  const remote = await readRemote(client, sections, place);
  const resources = manifest.resources.map((each) => prepare(each, manifest.resources, remote, place));
  const unknown = findUnknownFields(resources, await readKnownFields(client), remote);
  if (unknown.length > 0)
    throw new CommandFailure(['The manifest has fields that the service does not know:', ...unknown].join('\n  '));
  return { plan: makePlan(resources, remote, owned), remote, place };
}

/** Keys are shown once: not on a screen or in the log of a CI, but in a file that only its owner reads. */
function refuseToShowKeys({ steps }: Plan, keysOut: string | undefined): void {
  const makesKeys = steps.some(
    (step) => (step.verb === 'create' || step.verb === 'replace') && step.wanted.kind.section === 'keys',
  );
  if (makesKeys && keysOut === undefined) {
    throw new CommandFailure(
      'The manifest creates keys. Name a new file for their plaintext with --keys-out.',
      EXIT.wrongUsage,
    );
  }
}

/** Without --prune, what was owned stays owned: a later run may prune it. */
function ownedAfter({ ids }: Outcome, before: Owned, prunes: boolean): Owned {
  if (prunes) return ids;
  const sections = new Set([...Object.keys(before), ...Object.keys(ids)]);
  return Object.fromEntries(
    [...sections].map((section) => [section, [...new Set([...(before[section] ?? []), ...(ids[section] ?? [])])]]),
  );
}

/** A file, or the manifests of a folder by name. */
function listFiles(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return [path];
  return readdirSync(path)
    .filter((name) => /\.ya?ml$/.test(name))
    .toSorted()
    .map((name) => join(path, name));
}
