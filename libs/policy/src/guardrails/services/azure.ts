import { isRecord } from '@multilane/contracts';
import { type CheckerService, joinTexts, judgeFlag } from './checker-service.js';

const VERSION = 'api-version=2024-09-01';

/** Characters of a call at most (learn.microsoft.com, "Content Safety overview", input requirements). */
const LONGEST = 10_000;

/** Severity from which a text is found: medium, as Azure's own filters have it by default. */
const MEDIUM = 4;

/** `POST {endpoint}/contentsafety/text:analyze` (learn.microsoft.com, REST reference 2024-09-01, "Analyze Text"). */
export const AZURE_CONTENT_SAFETY: CheckerService = {
  query: VERSION,
  longest: LONGEST,
  ask: (texts, { settings: { categories } }) => ({
    text: joinTexts(texts),
    ...(categories !== undefined && { categories }),
    outputType: 'FourSeverityLevels',
  }),
  judge: ({ categoriesAnalysis: found }, { threshold = MEDIUM }) => {
    if (!Array.isArray(found) || found.length === 0) return 'failure';
    const severities = found.map((each) => (isRecord(each) ? each.severity : undefined));
    if (!severities.every((each): each is number => typeof each === 'number')) return 'failure';
    return severities.some((each) => each >= threshold) ? 'finding' : 'pass';
  },
};

/**
 * `POST {endpoint}/contentsafety/text:shieldPrompt` (the same reference, "Shield Prompt"). A person's text is the prompt. Results of tools,
 * and answers, are documents, since Azure looks for other attacks in them.
 */
export const AZURE_PROMPT_SHIELDS: CheckerService = {
  query: VERSION,
  longest: LONGEST,
  roles: new Set(['user', 'tool']),
  ask: (texts) => (texts[0]?.role === 'user' ? { userPrompt: joinTexts(texts) } : { documents: [joinTexts(texts)] }),
  judge: ({ documentsAnalysis: documents, userPromptAnalysis: prompt }) => {
    const all = [...(Array.isArray(documents) ? documents : []), ...(prompt ? [prompt] : [])];
    const verdicts = all.map((each) => judgeFlag(isRecord(each) ? each.attackDetected : undefined));
    if (verdicts.length === 0 || verdicts.includes('failure')) return 'failure';
    return verdicts.includes('finding') ? 'finding' : 'pass';
  },
};
