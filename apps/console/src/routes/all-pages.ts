import type { PageDefinition } from '../app/page-definition.js';
import { agentsPages } from './agents.js';
import { alertsPages } from './alerts.js';
import { batchesPages } from './batches.js';
import { changesPages } from './changes.js';
import { connectPages } from './connect.js';
import { conversationsPages } from './conversations.js';
import { evalsPages } from './evals.js';
import { exportsPages } from './exports.js';
import { guidePages } from './guide.js';
import { homePages } from './home.js';
import { keysPages } from './keys.js';
import { knowledgePages } from './knowledge.js';
import { limitsPages } from './limits.js';
import { mcpPages } from './mcp.js';
import { mePages } from './me.js';
import { membersPages } from './members.js';
import { modelsPages } from './models.js';
import { organizationPages } from './organization.js';
import { playgroundPages } from './playground.js';
import { policiesPages } from './policies.js';
import { providersPages } from './providers.js';
import { requestsPages } from './requests.js';
import { routingPages } from './routing.js';
import { signInPages } from './sign-in.js';
import { usagePages } from './usage.js';
import { virtualAccountsPages } from './virtual-accounts.js';
import { workflowsPages } from './workflows.js';

/** Every page of the console. */
export const allPages: readonly PageDefinition[] = [
  ...agentsPages,
  ...alertsPages,
  ...batchesPages,
  ...changesPages,
  ...connectPages,
  ...conversationsPages,
  ...evalsPages,
  ...exportsPages,
  ...guidePages,
  ...homePages,
  ...keysPages,
  ...knowledgePages,
  ...limitsPages,
  ...mcpPages,
  ...mePages,
  ...membersPages,
  ...modelsPages,
  ...organizationPages,
  ...playgroundPages,
  ...policiesPages,
  ...providersPages,
  ...requestsPages,
  ...routingPages,
  ...signInPages,
  ...usagePages,
  ...virtualAccountsPages,
  ...workflowsPages,
];
