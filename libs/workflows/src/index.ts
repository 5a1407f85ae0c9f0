export { createCelEnvironment } from './expressions/cel-environment.js';
export {
  type CheckedDefinition,
  checkDefinition,
  hasFixedOrigin,
  secretsOf,
  type WorkflowProblem,
} from './graph/check-definition.js';
export {
  type Branch,
  type NodeOf,
  type TaskOf,
  WORKFLOW_BOUNDS,
  WORKFLOW_DEFINITION,
  type WorkflowDefinition,
  type WorkflowNode,
  type WorkflowTask,
} from './graph/definition.js';
export { referencesOf } from './graph/references.js';
export {
  type RunData,
  renderJson,
  renderTemplate,
  renderText,
  renderTexts,
  stepsInTemplate,
  TemplateError,
  textsIn,
} from './graph/templates.js';
export {
  branchOfFailure,
  type Decision,
  decide,
  lastSteps,
  STEP_STATUSES,
  type StepState,
  type StepStatus,
  stepsFrom,
} from './run/decide.js';
export { pauseBeforeAttempt } from './run/pause-before-attempt.js';
export { findScheduleProblem, nextTime, type WorkflowSchedule } from './schedule.js';
export { maskSecrets } from './secrets/mask-secrets.js';
export {
  fillSecretText,
  mentionsSecrets,
  readSecretText,
  SECRET_NAME,
  type SecretText,
  secretsIn,
} from './secrets/secret-text.js';
