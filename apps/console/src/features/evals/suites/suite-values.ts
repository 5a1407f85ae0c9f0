import type { components } from '../../../api/schema.js';
import { isJsonObject } from '../../../ui/json-object.js';
import {
  findGraderProblem,
  type GraderValues,
  nameOfGrader,
  newGrader,
  toGrader,
  valuesOfGrader,
} from './grader-values.js';

export type Suite = components['schemas']['EvalSuiteView'];
export type Target = components['schemas']['EvalTargetDto'];

/** The fields of all types of targets. */
export interface TargetValues {
  /** Names the target in the form alone. */
  readonly key: string;
  readonly type: 'model' | 'agent' | 'workflow';
  readonly name: string;
  readonly model: string;
  readonly system: string;
  /** JSON. Empty: none. */
  readonly parameters: string;
  readonly agent_id: string;
  readonly workflow_id: string;
  /** Form of a workflow's input: the text of a case, or its text as JSON. */
  readonly input: 'text' | 'json';
  /** Path of the answer in the output of a workflow. Empty: the whole output. */
  readonly output_path: string;
  /** Empty: the newest one when a run begins. */
  readonly version: number | '';
}

export type SuiteValues = {
  readonly name: string;
  readonly description: string;
  readonly dataset_id: string;
  /** Empty: the newest one when a run begins. */
  readonly dataset_version: string;
  readonly targets: readonly TargetValues[];
  readonly graders: readonly GraderValues[];
  readonly repeats: number | '';
};

export function newTarget(type: TargetValues['type'], key: string): TargetValues {
  return {
    key,
    type,
    name: '',
    model: '',
    system: '',
    parameters: '',
    agent_id: '',
    workflow_id: '',
    input: 'text',
    output_path: '',
    version: '',
  };
}

export function newSuite(datasetId = ''): SuiteValues {
  return {
    name: '',
    description: '',
    dataset_id: datasetId,
    dataset_version: '',
    targets: [newTarget('model', 'first')],
    graders: [newGrader('contains', 'first')],
    repeats: 1,
  };
}

export function valuesOfSuite(suite: Suite): SuiteValues {
  const { dataset_id, dataset_version, description, graders, name, repeats, targets } = suite;
  return {
    name,
    description,
    dataset_id,
    dataset_version: dataset_version === null ? '' : String(dataset_version),
    targets: targets.map((target, at) => ({ ...valuesOfTarget(target), key: `stored-${at}` })),
    graders: graders.map((grader, at) => ({ ...valuesOfGrader(grader), key: `stored-${at}` })),
    repeats,
  };
}

function valuesOfTarget(target: Target): TargetValues {
  const { agent_id, input, model, name, output_path, parameters, system, type, version, workflow_id } = target;
  return {
    ...newTarget(type === 'agent' || type === 'workflow' ? type : 'model', ''),
    ...(name !== undefined && { name }),
    ...(model !== undefined && { model }),
    ...(system !== undefined && { system }),
    ...(parameters !== undefined &&
      Object.keys(parameters).length > 0 && { parameters: JSON.stringify(parameters, null, 2) }),
    ...(agent_id !== undefined && { agent_id }),
    ...(workflow_id !== undefined && { workflow_id }),
    ...(input === 'json' && { input }),
    ...(output_path !== undefined && { output_path }),
    ...(version !== undefined && { version }),
  };
}

/**
 * Every field is sent, as the form shows it.
 *
 * @throws SyntaxError for parameters that are no JSON; findSuiteProblems says so before
 */
export function toSuite(values: SuiteValues) {
  const { dataset_id, dataset_version, description, graders, name, repeats, targets } = values;
  return {
    name: name.trim(),
    description: description.trim(),
    dataset_id,
    dataset_version: dataset_version === '' ? null : Number(dataset_version),
    targets: targets.map(toTarget),
    graders: graders.map(toGrader),
    ...(repeats !== '' && { repeats }),
  };
}

function toTarget(target: TargetValues): Target {
  const { agent_id, input, model, name, output_path, parameters, system, type, version, workflow_id } = target;
  const common = { type, ...(name.trim() !== '' && { name: name.trim() }) };
  if (type === 'agent') return { ...common, agent_id, ...(version !== '' && { version }) };
  if (type === 'workflow') {
    const path = output_path.trim();
    return {
      ...common,
      workflow_id,
      ...(version !== '' && { version }),
      ...(input === 'json' && { input }),
      ...(path !== '' && { output_path: path }),
    };
  }
  return {
    ...common,
    model: model.trim(),
    ...(system.trim() !== '' && { system }),
    ...(parameters.trim() !== '' && { parameters: JSON.parse(parameters) as Record<string, never> }),
  };
}

/** Finds missing values before the API is called: the field, and the key of its text. */
export function findSuiteProblems(values: SuiteValues): Partial<Record<keyof SuiteValues, string>> {
  const problems: Partial<Record<keyof SuiteValues, string>> = {};
  if (values.name.trim() === '') problems.name = 'required.name';
  if (values.dataset_id === '') problems.dataset_id = 'required.dataset';
  const target = values.targets.length === 0 ? 'required.targets' : firstOf(values.targets, findTargetProblem);
  if (target !== undefined) problems.targets = target;
  const grader = values.graders.length === 0 ? 'required.graders' : firstOf(values.graders, findGraderProblem);
  if (grader !== undefined) problems.graders = grader;
  if (hasDouble(values.graders.map(nameOfGrader))) problems.graders ??= 'required.graderName';
  if (hasDouble(values.targets.map(nameOfTargetValues))) problems.targets ??= 'required.targetName';
  return problems;
}

/** The key of what is wrong with a target, if anything is. */
export function findTargetProblem(target: TargetValues): string | undefined {
  const { agent_id, model, parameters, type, workflow_id } = target;
  if (type === 'agent') return agent_id === '' ? 'required.agent' : undefined;
  if (type === 'workflow') return workflow_id === '' ? 'required.workflow' : undefined;
  if (model.trim() === '') return 'required.model';
  return parameters.trim() === '' || isJsonObject(parameters) ? undefined : 'required.parameters';
}

function firstOf<Entry>(entries: readonly Entry[], find: (entry: Entry) => string | undefined): string | undefined {
  return entries.map(find).find((problem) => problem !== undefined);
}

function nameOfTargetValues({ agent_id, model, name, type, version, workflow_id }: TargetValues): string {
  return name.trim() || (type === 'model' ? model.trim() : `${type === 'agent' ? agent_id : workflow_id} ${version}`);
}

function hasDouble(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}
