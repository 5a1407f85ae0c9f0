/** A sign that a text tries to give the model orders that its author may not give, and how strong it is alone. */
export interface InjectionRule {
  readonly name: string;
  readonly score: number;
  /** On text as `normaliseText` makes it: lower case, plain letters, single spaces. */
  readonly pattern: RegExp;
}

const OLD = '(?:previous|prior|above|earlier|preceding|former|existing|original|foregoing|initial|system|all|any|your)';
const ORDERS =
  '(?:(?:instruction|direction|prompt|rule|guideline|command|directive|constraint|restriction|message|safeguard|filter|policie)s?|orders|programming|context|policy|training)';

/** Patterns have bounded repetitions only, so that they run in time that grows with the text alone. */
export const INJECTION_RULES: readonly InjectionRule[] = [
  {
    name: 'ignore what was said',
    score: 0.9,
    pattern: new RegExp(
      `\\b(?:ignore|disregard|forget|override|bypass|neglect|discard|skip|drop|cancel|do not (?:follow|obey)|don't (?:follow|obey)|stop following)\\b(?: [a-z']+){0,3} ${OLD}\\b(?: [a-z']+){0,3} ${ORDERS}\\b`,
    ),
  },
  {
    name: 'ignore everything before',
    score: 0.8,
    pattern:
      /\b(?:ignore|disregard|forget) (?:everything|anything|all|what(?:ever)?)(?: (?:that|you|i|we|was|were|has|have|been|told|said|written|is|it))* (?:above|before|previously|so far|earlier|prior)\b/,
  },
  {
    name: 'the same in other languages',
    score: 0.9,
    pattern:
      /\b(?:ignorier\w{0,2}|vergiss|missachte)\b(?: \w+){0,3} (?:anweisung|vorgabe|regel|befehl|instruktion)\w{0,4}\b|\b(?:ignore[zr]?|oublie[zr]?)\b(?: \w+){0,3} (?:instructions|consignes|directives|regles)\b|\b(?:ignora|olvida|ignore|olvide)\b(?: \w+){0,4} (?:instrucciones|reglas|ordenes|istruzioni|regole|instrucoes|regras)\b|игнорируи\w{0,3}(?: [а-я]+){0,3} (?:инструкци|указани|правил)[а-я]{0,3}|忽略.{0,8}(?:指令|指示|说明|提示|规则)|無視.{0,4}(?:指示|命令)|(?:指示|命令|プロンプト).{0,6}無視/,
  },
  {
    name: 'tell the hidden prompt',
    score: 0.7,
    pattern:
      /\b(?:reveal|show|print|repeat|output|display|leak|expose|tell me|give me|what (?:is|are|was|were)|recite|dump|copy|write out|share|summari[sz]e)\b(?: [a-z']+){0,4} (?:(?:your|its)(?: [a-z]+){0,3} (?:system (?:prompt|message|instructions?)|(?:initial|hidden|secret|original|confidential|internal|developer) (?:prompt|instructions?|rules?|message|guidelines?))|the(?: [a-z]+){0,3} (?:system (?:prompt|message|instructions?)|(?:hidden|secret|confidential|internal|developer) (?:prompt|instructions?|rules?|guidelines?)))\b/,
  },
  {
    name: 'repeat the words above',
    score: 0.6,
    pattern:
      /\b(?:repeat|print|output|copy|write)\b(?: \w+){0,3} (?:words|text|everything|content|sentences)(?: \w+){0,2} above\b/,
  },
  {
    name: 'another self without limits',
    score: 0.8,
    pattern:
      /\b(?:you are|you're|act as|pretend (?:to be|you are|that you are)|roleplay as|role-play as|simulate|behave (?:as|like)|from now on)\b(?: [a-z',]+){0,10} (?:dan|do anything now|jailbroken|unrestricted|unfiltered|uncensored|evil|amoral|without (?:any )?(?:restrictions?|rules|limits|limitations|filters?|ethic\w*|guidelines|censorship)|no (?:restrictions?|rules|limits|limitations|filters?|guidelines|ethic\w*)|not bound by|free (?:of|from) (?:all |any )?(?:restrictions?|rules|limits|filters?))\b/,
  },
  {
    name: 'a mode that does not exist',
    score: 0.7,
    pattern:
      /\b(?:developer|dev|debug|god|admin|root|sudo|maintenance|jailbreak|unrestricted|dan|opposite|unsafe) mode\b(?: (?:is )?(?:now )?(?:on|enabled|activated|active|engaged|unlocked))|\b(?:enable|enter|activate|switch (?:to|into)|unlock|turn on) (?:the )?(?:developer|debug|god|jailbreak|unrestricted|dan|unsafe) mode\b/,
  },
  {
    name: 'jailbreak by name',
    score: 0.6,
    pattern:
      /\bdo anything now\b|\bdan (?:prompt|\d{1,2}\.\d)\b|\bjailbreak (?:yourself|prompt|mode)\b|\bstay in character as dan\b/,
  },
  {
    name: 'new orders',
    score: 0.6,
    pattern:
      /\b(?:new|updated|real|actual|true) (?:system )?(?:instructions?|task|objective|rules|prompt|directives?)(?: (?:are|is|follow|from \w+))? ?:|\byour (?:new|real|true|actual) (?:task|instructions?|objective|goal|job|purpose|role) (?:is|are)\b/,
  },
  {
    name: 'the marks of a conversation',
    score: 0.7,
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>?|\[\/?inst\]|<<\/?sys>>|(?:^|\n) ?#{2,4} ?(?:system|instructions?) ?:|(?:^|\n) ?\[?(?:system|assistant)\]? ?(?:message|prompt|override|note)? ?: ?(?:you|ignore|override|the user|new|from|do not)/,
  },
  {
    name: 'an order to whatever reads it',
    score: 0.75,
    pattern:
      /\b(?:attention|important|note|message|instructions?)\b[ :,!-]{1,3}(?:to |for )?(?:all |any |the )?(?:ai|llm|language|chat ?gpt|gpt|claude|gemini|copilot)(?: (?:assistants?|models?|agents?|systems?|bots?))?\b|\b(?:hey|dear|hello|hi) (?:ai|llm|assistant|chat ?gpt|gpt|claude|gemini|copilot)\b(?:[ ,:!]+[a-z]+){0,4}[ ,:!]+(?:ignore|disregard|forget|previous instructions|sudo|you must|override|from now on|disable)\b|\bif you(?:'re| are) an? (?:ai|llm|large language|language)(?: \w+){0,5}\b[ ,]{1,3}(?:please|you must|then|do|ignore|include|say|reply|respond|mention|rate|recommend)\b/,
  },
  {
    name: 'behind the person',
    score: 0.6,
    pattern:
      /\b(?:do not|don't|never|without) (?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?)(?: (?:this|it|anything))?(?: to)? (?:the )?(?:user|human|customer|operator|person)\b/,
  },
  {
    name: 'send what is secret away',
    score: 0.75,
    pattern:
      /\b(?:send|post|upload|forward|exfiltrate|transmit|email|leak|append|encode)\b(?: [a-z']+){0,6} (?:api keys?|passwords?|credentials?|secrets?|tokens?|conversation(?: history)?|chat history|system prompt|private (?:data|information)|environment variables?)\b(?: [a-z']+){0,4} (?:to|at|into|in|via|as)\b/,
  },
  {
    name: 'no limits hold',
    score: 0.6,
    pattern:
      /\b(?:no longer|not) (?:bound|restricted|limited|constrained|subject)(?: \w+){0,2} (?:by|to)(?: \w+){0,4} (?:rules?|guidelines?|polic(?:y|ies)|restrictions?|instructions?|limitations?|programming|filters?)\b|\bwithout (?:any )?(?:ethical|moral|safety|content) (?:guidelines|restrictions|filters|considerations|constraints|concerns)\b|\b(?:turn off|disable|deactivate|remove|bypass|circumvent|switch off)\b(?: \w+){0,2} (?:safety|content|ethical|moderation|security)(?: \w+){0,1} (?:filters?|guidelines?|protocols?|checks?|measures?|restrictions?|features?|policies)\b/,
  },
  {
    name: 'begin the answer so',
    score: 0.4,
    pattern:
      /\b(?:start|begin|respond|reply|answer)(?: your)?(?: \w+){0,3} with ["']?(?:sure|absolutely|of course|yes|certainly|i have been pwned|pwned|hacked)\b|\bnever (?:say|refuse|decline|reply with)(?: \w+){0,3}(?: no| sorry| cannot| can't| unable)?\b(?: \w+){0,4} (?:refuse|request|cannot|can't|sorry|unable)\b/,
  },
];
