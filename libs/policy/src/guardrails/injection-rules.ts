import { normaliseText } from '../moderation/normalise-text.js';
import { FOREIGN_RULES } from './injection-rules-foreign.js';

/** A sign that a text tries to give the model orders that its author may not give, and how strong it is alone. */
export interface InjectionRule {
  readonly name: string;
  readonly score: number;
  /** On text as `normaliseText` makes it: lower case, plain letters, and each run of white space as one space. */
  readonly pattern: RegExp;
}

/** Patterns have bounded repetitions only, so that they run in time that grows with the text alone. */
const rule = (name: string, score: number, ...sources: string[]): InjectionRule => ({
  name,
  score,
  pattern: new RegExp(sources.join('|')),
});

const words = (most: number): string => `(?: [\\w',-]+){0,${most}}`;

const OVERRIDE =
  "\\b(?:ignore|disregard|forget(?: about)?|override|bypass|neglect|discard|drop|cancel|(?:do not|don't|never|not) (?:follow|obey)|stop (?:following|obeying)|pay no attention to|(?:set|put) aside)";
/** Words that may come between: none that names a thing of the author's own. */
const FILLER =
  "(?: (?:all|any|every|each|of|the|your|these|those|previous|prior|above|earlier|preceding|former|existing|original|foregoing|initial|system|safety|own|past|given|hidden|developer's|openai's|and))";
const WHOSE =
  '(?:all|any|every|your|previous|prior|above|earlier|preceding|former|original|foregoing|initial|system|safety|hidden)';
/** In the plural: one rule or instruction that is to be left out is an editor's, and all of them are the operator's. */
const ORDERS =
  '(?:instructions|prompts?|guidelines|directives|directions|commands|programming|training|rules|restrictions|safeguards|context)';
/**
 * Objects of the instructions: then they are the author's own, unless they are about things that the operator forbids.
 */
const NOT_ABOUT =
  '(?! (?:for(?! (?:this(?! (?:line|file|block|rule|repo))|the (?:next|rest)|now|a moment))|about|on|in|at|of|regarding|concerning|when|where)\\b(?! (?:the (?:system|developer)|safety|your)))';
const TOLD_YOU =
  '(?:you (?:were|have been|had been|received|got|are)|above|before|given|from (?:your|the) (?:developers?|system|creators?))';

const SHOW =
  "(?<!(?:never|not|don't|to not|cannot|can't|must|into|write|rename) )\\b(?:reveal|show|print|repeat|output|display|leak|expose|tell|give|recite|dump|copy|write out|share|translate|encode|quote|disclose|summari[sz]e|list)\\b";
const BOT = '(?:ai|a\\.i\\.|chatbot|assistant|language model|model|bot|llm|gpt|[a-z]{2,12}gpt|dan|omega)';
const FREE =
  '(?:without (?:any |all )?content (?:filters?|restrictions)|no (?:rules|restrictions|filters?|limits|limitations|guidelines|policy|ethics)|zero restrictions|without (?:any |ethical |moral |all ){0,2}(?:restrictions?|rules|limits|limitations|filters?|guidelines|censorship|ethic\\w*)|not bound by|never refuses|no content policy)';
const READER =
  '(?:ai|llms?|language models?|chat ?gpt|gpt|claude|gemini|copilot|assistants?)(?: (?:assistants?|models?|agents?|systems?|bots?))?';
const ORDER_TO_READER =
  "(?:ignore|disregard|forget|do not|don't|you must|must (?:not|ignore|include|visit|say|follow|recommend|send)|include|say|recommend|skip|send|forward|approve|delete|visit|tell|reply|respond|rate|mention|add|override|sudo|disable|previous instructions)";
const SECRETS =
  '(?:api keys?|passwords?|credentials?|secrets?|cookies|tokens?|conversation(?: history)?|chat history|system prompt|private (?:data|information|files)|environment variables?|memory)';
const AWAY =
  '(?:https?:|www\\.|[\\w.-]{1,40}@[\\w-]{1,40}|attacker|evil|this webhook|(?:the|an|this) (?:url|image link|link)|me\\b)';

export const INJECTION_RULES: readonly InjectionRule[] = [
  rule(
    'ignore what was said',
    0.9,
    `${OVERRIDE}(?=${FILLER}{0,5} ${WHOSE}\\b)${FILLER}{1,6} ${ORDERS}\\b${NOT_ABOUT}`,
    `${OVERRIDE} (?:any|all|every) (?:instructions?|rules) in (?:the|this) (?:document|page|text|email|message)s?(?: \\w+){0,2} and (?:instead|output|say|reply|do)\\b`,
    `${OVERRIDE} (?:every|each|any)(?: single)? (?:prior|previous|earlier|above|preceding) (?:instruction|directive|rule|guideline|command|prompt)\\b`,
    `${OVERRIDE}${FILLER}{0,4} (?:instructions|rules|guidelines|directions|directives)(?: (?:that|which))? ${TOLD_YOU}`,
    `${OVERRIDE}${FILLER}{0,4} (?:instructions|rules) (?:in|of|from) (?:the|your) (?:system|developer|openai)`,
    `${OVERRIDE}(?: (?:the|your|what the|what your)){1,2} (?:system|developer) (?:prompt|message|instructions?)\\b(?!s)`,
    `\\b(?:set|put)${words(4)} (?:instructions?|rules|guidelines) aside\\b`,
    '(?:ignore|disregard|forget)(?:all|your|the|any|every|of){0,3}(?:previous|prior|above|earlier)(?:instructions|rules|prompts?|guidelines)',
    '(?:ignore|disregard|forget)(?:all|of){0,2}your(?:instructions|rules|prompts?|guidelines)',
    '\\bskip all (?:safeguards|restrictions|guidelines|safety)\\b',
    '\\b(?:ignore|forget|drop|bypass) (?:all )?(?:of )?your (?:rules|guidelines|instructions|training|restrictions)\\b',
    '\\b(?:not|stop) (?:follow|obey)\\w{0,3} the rules (?:above|that were)\\b',
    `\\bstop obeying${words(3)} (?:rules|instructions)\\b`,
    "\\bignore (?:the )?(?:task you were given|user and|user's (?:question|request))",
  ),
  rule(
    'ignore everything before',
    0.8,
    '\\b(?:ignore|disregard|forget) (?:everything|anything|all|what(?:ever)?)(?: (?:that|you|i|we|was|were|has|have|been|told|said|written|is|it|your|the|developers?|creators?|stands))* (?:above|before|previously|so far|earlier|prior|told you|said)\\b',
  ),
  rule(
    'what was said is void',
    0.8,
    `\\b(?:previous|prior|earlier|existing|original|your|safety)${words(1)} (?:instructions|rules|guidelines|directives|restrictions|filters)${words(4)} (?:void|cancell?ed|obsolete|revoked|lifted|suspended|disabled|off\\b|outdated)`,
    `\\b(?:instructions|rules|guidelines) (?:above|before this)${words(6)} no longer (?:apply|valid|hold)`,
    `\\b(?:previous|prior|earlier) (?:instructions|rules|guidelines) are no longer (?:valid|binding)`,
    "\\byou (?:no longer (?:need|have) to|do not have to|don't have to|need not) (?:follow|obey)(?: \\w+){0,2} (?:instructions|guidelines|rules)\\b",
    '\\beverything (?:before|above|you were told)(?: \\w+){0,3} (?:was|is) (?:fake|void|a test)\\b',
    '\\byou have been (?:unlocked|jailbroken|freed)\\b',
  ),
  rule(
    'tell the hidden prompt',
    0.7,
    `${SHOW}${words(6)} your(?: [\\w']+){0,4} (?:system prompt|system message|prompt|instructions|developer message)\\b`,
    `\\b(?:reveal|leak|expose|dump|recite|disclose|output|(?:tell|give|show) me)(?: me)?(?: the)?(?: hidden| full| entire| exact)? system prompt\\b(?! (?:in|of|for|from|length|template|of))`,
    `${SHOW}${words(3)} the(?: \\w+){0,2} (?:hidden|secret|confidential) (?:system )?(?:prompt|instructions|configuration)\\b(?! of)`,
    `${SHOW}${words(3)} (?:rules|instructions)(?: that| which)? (?:you were|your developers?|you have been)`,
    `${SHOW}${words(3)} your (?:hidden|secret|internal) (?:rules|guidelines)\\b`,
    '\\bwhat (?:is|are|was|were|does|do) your (?:\\w+ ){0,2}(?:system (?:prompt|message|instructions?)|developer message|(?:initial|hidden|secret|original) (?:prompt|instructions|rules))\\b',
    '\\bwhat were you told (?:by|before)\\b',
    `${SHOW}${words(1)} (?:the )?developer (?:instructions|message|prompt)(?: (?:that )?you| verbatim|$)`,
    '\\b(?:beginning|start|top) of your prompt\\b',
    '\\b(?:the prompt that configures you|everything in your context)\\b',
  ),
  rule(
    'repeat the words above',
    0.6,
    '\\b(?:repeat|print|output|copy|write)(?: \\w+){0,3} (?:words|text|everything|content|sentences)(?: \\w+){0,2} above(?: this (?:line|message|point)|,? (?:starting|verbatim|word for word|exactly))',
  ),
  rule(
    'another self without limits',
    0.8,
    `\\b(?:you are|you're|act (?:as|like)|pretend|roleplay as|role-play as|simulate|imagine|behave (?:as|like)|from (?:now on|this moment))\\b${words(10)} ${BOT}\\b${words(8)} ${FREE}`,
    `\\b(?:you are|you're|act as|pretend|roleplay as|role-play as|simulate|imagine|behave (?:as|like)|answer as)\\b${words(8)} (?:unrestricted|unfiltered|uncensored|jailbroken|evil|amoral) (?:ai|chatbot|assistant|model|bot|version|content)\\b`,
    `\\b(?:pretend|imagine)(?: that)? you have ${FREE}`,
    "\\byou (?:are|'re) (?:now )?(?:no longer|not) (?:bound|restricted|limited|constrained) by\\b",
    '\\b(?:as an? (?:ai|language model)|you are an? ai)(?: \\w+){0,4} free from all restrictions\\b',
    '\\b(?:answer|respond|reply|speak|comply|proceed)\\b(?: \\w+){0,3} without (?:any )?(?:ethical |moral |content )?(?:restrictions|filters?|limits|limitations|censorship)\\b',
    '\\byou (?:are|will be) (?:now )?(?:root|evilbot|unrestricted|unfiltered|uncensored)\\b',
    '\\byour restrictions (?:have been|are) (?:lifted|removed)',
  ),
  rule(
    'a mode that does not exist',
    0.7,
    '\\b(?:god|sudo|jailbreak|unrestricted|dan|opposite|unsafe) mode\\b,? (?:is )?(?:now )?(?:on|enabled|activated|active|engaged|unlocked)\\b',
    '\\b(?:enable|enter|activate|switch (?:to|into)|unlock|turn on) (?:the )?(?:god|jailbreak|unrestricted|dan|unsafe) mode\\b',
    "\\b(?:developer|debug|admin|root|maintenance) mode\\b(?: [\\w',:]+){0,6} (?:ignore|bypass|disable|without) (?:all |any |your |the )?(?:\\w+ )?(?:safety|rules|filters?|restrictions|guidelines|content)\\b",
  ),
  rule(
    'jailbreak by name',
    0.6,
    '\\bdo(?:es)? anything now\\b',
    '\\bdan (?:prompt|\\d{1,2}\\.\\d)\\b',
    '\\bjailbreak (?:yourself|mode)\\b',
    '\\bstay in character as dan\\b',
    '\\b(?:act as|you are(?: now)?|become) dan\\b',
  ),
  rule(
    'new orders',
    0.6,
    '\\b(?:new|real|actual|true) (?:system )?(?:instructions?|objective|directives?|system prompt)(?: (?:are|is|follow))?(?: these)? ?[:;]',
    '\\bnew task ?:(?: \\w+){0,4} (?:credentials|passwords?|secrets?|admin|keys?|malware)\\b',
    '\\byour (?:real|true|actual|new) (?:task|instructions?|objective|goal|purpose) (?:is|are)\\b(?! (?:in|on|at|due|attached))',
    '\\bsystem override\\b',
    '\\bobey only me\\b',
  ),
  rule(
    'the marks of a conversation',
    0.7,
    '(?:<\\|im start\\|>|<\\|system\\|>|<system>|\\[/?inst\\]|<</?sys>>|\\[system\\]|<\\|end\\|>|#{2,4} ?(?:system|instructions?) ?:)[^a-z]{0,4}(?:system |assistant |<<sys>> ?)?(?:you (?:are|must|will|obey|have)|ignore|disregard|forget|override|new (?:directive|instruction)|the user|from now|do not|comply|reveal)',
    '(?:^|[.!?] |- |")system(?: message| prompt| note)? ?: ?(?:ignore|disregard|override|new instructions?|comply|you must|the user (?:is|has)|from now)',
    '\\bassistant: sure\\b.{0,60}\\buser:',
    '\\bend of (?:the )?(?:system prompt|instructions|prompt)\\b.{0,12}(?:new|now|you)\\b',
  ),
  rule(
    'an order to whatever reads it',
    0.75,
    `\\b(?:attention|important|note|message|instructions?)\\b[ :,!-]{1,3}(?:to |for )?(?:all |any |the )?${READER}[ ,:!-]{1,3}${ORDER_TO_READER}\\b`,
    `\\b(?:hey|dear|hello|hi) ${READER}\\b(?:[ ,:!]+[a-z]+){0,4}[ ,:!]+(?:ignore|disregard|forget|previous instructions|sudo|you must|override|disable|do not (?:mention|tell))\\b`,
    `\\bif you(?:'re| are) an? (?:ai|llm|large language|language)(?: model| assistant| agent)?(?: (?:reading|processing|summari[sz]ing)(?: \\w+){0,3})?[ ,]{1,3}(?:please |then |you must )?${ORDER_TO_READER}\\b`,
    `\\b${READER} (?:reading|processing) this(?: \\w+)? ?[:,] ?(?:please )?[a-z]+`,
    '\\[//\\]: # \\(ai ?:',
    `\\b(?:hidden|secret) (?:instruction|message|note) (?:for|to) (?:the )?${READER}`,
  ),
  rule(
    'behind the person',
    0.3,
    "\\b(?:do not|don't|never|without) (?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?)(?: (?:this|it|anything|these words))?(?: to)? (?:the )?(?:user|human|operator|person)\\b",
  ),
  rule(
    'send what is secret away',
    0.75,
    `\\b(?:send|send_email|post|upload|forward|exfiltrate|transmit|email|leak|append|encode)\\b${words(6)} ${SECRETS}\\b${words(6)} (?:to|at|into|in|via|by putting it into) ${AWAY}`,
    `\\b(?:exfiltrate|leak) (?:the |all |your )?(?:\\w+ )?${SECRETS}\\b`,
    `\\b(?:do not|don't) tell the (?:user|human)\\b.{0,40}\\b(?:post|send|upload|forward) the (?:\\w+ )?${SECRETS}\\b`,
  ),
  rule(
    'no limits hold',
    0.65,
    '\\b(?:turn off|disable|deactivate|remove|bypass|circumvent|switch off|lift) (?:(?:all|any|of|your) ){1,3}(?:\\w+ )?(?:and )?(?:safety|content|ethical|moral|moderation|security)?(?: \\w+){0,2} ?(?:filters?|guidelines|protocols|safeguards|restrictions|policies)\\b(?! (?:in|on|of|from|for the))',
    '\\bdisable (?:content|safety) (?:moderation )?filters? now\\b',
    '\\bsafety (?:filters|protocols) are off\\b',
    '\\bwithout (?:any )?(?:ethical|moral) (?:guidelines|restrictions|filters|considerations|constraints)\\b',
  ),
  rule(
    'begin the answer so',
    0.4,
    '\\b(?:start|begin|respond|reply|answer)(?: your)?(?: \\w+){0,3} with ["\']?(?:sure|absolutely|of course|yes|certainly|i have been pwned|pwned|hacked)\\b',
  ),
  rule('never refuse', 0.4, '\\bnever (?:refuse|decline)\\b', '\\bdo not refuse\\b'),
  rule(
    'say only this',
    0.6,
    '\\b(?:say|respond (?:only )?with|reply (?:only )?with) ["\']?(?:pwned|hacked|i have been pwned)\\b',
  ),
  ...FOREIGN_RULES.map(([name, score, source]) => ({ name, score, pattern: new RegExp(normaliseSource(source)) })),
];

/** Letters of a pattern as `normaliseText` makes those of a text; escapes such as `\S` stay. */
function normaliseSource(source: string): string {
  return source.replace(/[^ -~]+/g, (letters) => normaliseText(letters));
}
