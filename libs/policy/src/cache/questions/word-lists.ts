/** Languages whose words the gateway can compare. */
export type QuestionLanguage = 'en' | 'de' | 'zh';

/** Words of one language that the comparison of questions treats in a way of their own. */
export interface WordList {
  /** Polite and empty phrases, which change no question. They are removed before the text is split. */
  readonly fillers: readonly RegExp[];
  /** Words that change no question. */
  readonly dropped: ReadonlySet<string>;
  /** Words by another that says the same. Numbers in words become `n:` and their digits. */
  readonly same: ReadonlyMap<string, string>;
  /** Canonical words that may stand anywhere in a sentence. */
  readonly movable: ReadonlySet<string>;
  /** Canonical words that reverse or bound a question: negations, comparisons, directions, opposites. */
  readonly decisive: ReadonlySet<string>;
  /** Brings a word that no other list has into its basic form. */
  readonly stem: (word: string) => string;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** @param groups lines of words that say the same; the first is the one that stands for them */
function synonyms(groups: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of groups.trim().split('\n')) {
    const [first = '', ...others] = line.trim().split(/\s+/);
    for (const other of others) found.set(other, first);
  }
  return found;
}

const ENGLISH: WordList = {
  fillers: [
    /^(?:hi|hello|hey|good day|dear (?:all|team))\b[,!. ]*/giu,
    /\b(?:could|can|would|will) you (?:please |kindly )?(?:tell|show|explain to|give) (?:me|us)\b/giu,
    /\b(?:could|can|would|will) you (?:please |kindly )?(?=(?:translate|write|list|name|convert|calculate|summarize|explain|describe|sort|create)\b)/giu,
    // Where nothing but politeness can stand: how to say please is another question than how to say thanks.
    /(?<=^\s*|[.!?\n]\s*)(?:please|kindly)\b(?! (?:in|is|as|to|means?)\b),?/giu,
    /,\s*(?:please|thanks|thank you(?: very much)?|many thanks)(?=\s*[,.!?\n]|\s*$)/giu,
    /(?<=[.!?\n]\s*)(?:thanks|thank you(?: very much)?|many thanks)(?=\s*[.!]|\s*$)/giu,
    /(?<=^\s*|[.!?,:\n]\s*)(?:tell|show|give) (?:me|us)\b/giu,
    /(?<=^\s*|[.!?,:\n]\s*)(?:do you know|would you say|i was wondering|i(?: woul)?(?:'| ha)?d like to know|i want to know|let me know)\b/giu,
    /\b(?:for|to) (?:me|us)\b(?=\s*[.!?]?$)/giu,
    /^\s*(?:show|list|name|explain) (?=(?:the|all|some)\b)|^\s*show\b/giu,
  ],
  dropped: words(`
    a an the is are am be been being do does of in at to and i me my mine we us our ours it its there that this these those
    if whether what which so just also any some have has shall`),
  same: synonyms(`
    n:0 zero
    n:1 one
    n:2 two
    n:3 three
    n:4 four
    n:5 five
    n:6 six
    n:7 seven
    n:8 eight
    n:9 nine
    n:10 ten
    n:11 eleven
    n:12 twelve
    n:100 hundred
    n:1000 thousand
    n:1000000 million
    percent %
    dollar $ usd dollars
    euro € eur euros
    gram g grams gramme
    kilogram kg kilograms kilo kilos
    kilometer km kilometers kilometre kilometres
    meter m meters metre metres
    mile miles
    minute min minutes
    hour h hours
    past was were did had
    not n't cannot
    can could may
    should ought
    delete remove
    big large
    bigger larger
    biggest largest
    begin start
    fast quick rapid
    buy purchase
    film movie
    error fault
    author writer
    shop store
    explain describe
    required needed necessary
    benefit advantage advantages benefits
    how-many how-much`),
  decisive: words(`
    not no never without none neither nor except only unless or from than before after above below over under between until since
    against instead more less fewer most least greater smaller bigger higher lower equal max min maximum minimum first last next
    previous past will should must all every each both half double twice increase decrease raise reduce enable disable on off
    up down open closed close lock unlock install uninstall add delete create begin end stop buy sell send receive encode decode
    encrypt decrypt import export upload download true false left right inside outside import allow deny forbid include exclude
    positive negative old new young hot cold long short he she they him her his their you your yours`),
  movable: words('who when where why how how-many past will can what'),
  stem: stemEnglish,
};

const ENGLISH_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bhow (?:do|can|could|does|would) (?:i|we|one|you|someone)\b/giu, ' how '],
  [/\bhow to\b/giu, ' how '],
  [/\b(?:have|has) to\b/giu, ' must '],
  [/\bhow many\b|\bhow much\b/giu, ' how-many '],
  [/\bcan(?:'t|not)\b/giu, ' can not '],
  [/\bwon't\b/giu, ' will not '],
  [/n't\b/giu, ' not '],
  [/\b(what|who|where|how|when|why|that|there|it|he|she)'s\b/giu, '$1'],
  [/\bi(?:'m|'ve|'ll)\b/giu, ' '],
  [/\bin order to\b/giu, ' to '],
];

/** Takes off the plural and `-ing`. `-ed` stays: who is bored is not boring. */
function stemEnglish(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) {
    const stem = word.slice(0, -3);
    return /([bdgmnprt])\1$/u.test(stem)
      ? stem.slice(0, -1)
      : /[^aeiou][aeiou][cgsvz]$/u.test(stem)
        ? `${stem}e`
        : stem;
  }
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|ch|sh|o)es$/u.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/u.test(word) ? word.slice(0, -1) : word;
}

const GERMAN: WordList = {
  fillers: [
    /^(?:hallo|hi|guten tag|liebes team)\b[,!. ]*/giu,
    /\b(?:könnten|können|könntest|kannst|würden|würdest) (?:sie|du) (?:mir |uns )?(?:bitte )?(?:sagen|zeigen|erklären|nennen)\b/giu,
    /\b(?:sag|sage|sagen|zeig|zeige|zeigen|nenn|nenne|nennen) (?:sie )?(?:mir|uns)\b/giu,
    /\b(?:könnten|können|könntest|kannst|würden|würdest) (?:sie|du)\b(?: mir| uns)?(?=.*\b(?:schreiben|übersetzen|nennen|erklären|zusammenfassen|umrechnen|berechnen|auflisten)\b)/giu,
    /^\s*(?:nenn|nenne|zeig|zeige)\b/giu,
    /\bich (?:möchte|würde gerne?|will) (?:gerne? )?wissen\b/giu,
    /\b(?:weißt du|wissen sie)\b/giu,
    /(?<=^\s*|[.!?\n]\s*)bitte\b(?! (?:auf|in|ist|heißt)\b),?/giu,
    /,\s*(?:bitte|danke|vielen dank)(?=\s*[,.!?\n]|\s*$)/giu,
    /(?<=[.!?\n]\s*)(?:danke|vielen dank)(?=\s*[.!]|\s*$)/giu,
  ],
  dropped: words(`
    der die das des ein eine einer eines ist sind bin bist und ich mir mich mein meine meinen meinem meiner
    meines wir uns unser unsere man es in im am ob was welche welcher welches heißt heißen denn mal dass zu gibt da dann auch`),
  same: synonyms(`
    den einen
    dem einem
    n:0 null
    n:2 zwei
    n:3 drei
    n:4 vier
    n:5 fünf
    n:6 sechs
    n:7 sieben
    n:8 acht
    n:9 neun
    n:10 zehn
    n:11 elf
    n:12 zwölf
    n:100 hundert
    n:1000 tausend
    prozent %
    euro € eur
    gramm g
    kilogramm kg kilo
    kilometer km
    minute min minuten
    stunde h stunden
    wie-viel wieviel wieviele
    kein keine keinen keinem keiner
    offen geöffnet
    können kann kannst könnte könnten
    müssen muss musst
    sollen soll sollte sollst
    dürfen darf darfst
    geschäft laden
    lösch entfern`),
  decisive: words(`
    nicht kein nie niemals ohne weder noch außer nur oder von aus nach vor bis seit statt gegen zwischen
    über unter als mehr weniger größer kleiner gleich höher niedriger mindestens höchstens maximal minimal erste letzte nächste
    war waren wurde wird werden sollen müssen alle jede beide halb doppelt ein-ab an auf zu ab offen geöffnet geschlossen aktivieren
    wer wem wen den dem deaktivieren einschalten ausschalten kaufen verkaufen du ihr ihre ihren sie er sein seine dein deine`),
  movable: words(''),
  stem: stemGerman,
};

/** Takes off the common endings of verbs and plurals. */
function stemGerman(word: string): string {
  if (word.length > 5 && word.endsWith('en')) return word.slice(0, -2);
  return word.length > 4 && /[en]$/u.test(word) ? word.slice(0, -1) : word;
}

const GERMAN_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bwie (?:heißt|heißen)\b/giu, ' was ist '],
  [/\bwie ?viel kostet\b/giu, ' was kostet '],
  [/\bwie ?viele?\b/giu, ' wie-viel '],
  [/\bwie (?:kann|könnte|können) (?:ich|man|wir)\b/giu, ' wie '],
];

const CHINESE: WordList = {
  fillers: [
    /^(?:你好|您好|嗨)[,，!！。 ]*/gu,
    /请问|请帮我|请告诉我|我想知道|麻烦你|麻烦您|(?<=^\s*|[,.;!?。你您能以吗]\s*)(?:告诉我|帮我|你知道)/gu,
    /(?<=^\s*|[,.;!?。]\s*)请(?![的怎如]|用\p{Script=Han}{1,4}(?:怎么|如何))/gu,
    /(?<=[,.;!?。]\s*)谢谢[你您]?(?=\s*[,.!。]|\s*$)/gu,
  ],
  dropped: words('的 了 吗 呢 吧 啊 呀 我 我们 我的 是 什么 啥 个 一下 也 就 有 哪些 '),
  same: synonyms(`
    怎么 如何 怎样 怎么样
    为什么 为何
    什么时候 何时
    哪里 哪儿 在哪里
    多久 多长时间
    打开 开启
    关闭 关掉
    删除 移除
    星期天 星期日 周日 周天
    星期一 周一
    星期二 周二
    星期三 周三
    星期四 周四
    星期五 周五
    星期六 周六
    公里 千米 km
    克 g
    公斤 千克 kg
    等于多少 多少`),
  decisive: words(
    '不 没 没有 无 非 未 别 勿 除了 不是 不能 不要 不可以 不包括 只 或 从 到 比 前 后 之前 之后 大 小 多 少 更 最 你 你的 他 她 应该 必须',
  ),
  movable: words(''),
  stem: (word) => word,
};

const CHINESE_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/是不是/gu, '是'],
  [/可不可以/gu, '可以'],
  [/能不能/gu, '能'],
  [/会不会/gu, '会'],
  [/有没有/gu, '有'],
  [/是否/gu, ''],
  [/^\s*([^，,。？]+)是谁(\p{Script=Han})的/gu, '谁$2了$1'],
  [/的高度是多少/gu, '有多高'],
];

/** The word lists by language. */
export const WORD_LISTS: Readonly<Record<QuestionLanguage, WordList>> = { en: ENGLISH, de: GERMAN, zh: CHINESE };

/** Phrases that are replaced before a text is split, by language. */
export const PHRASES: Readonly<Record<QuestionLanguage, readonly (readonly [RegExp, string])[]>> = {
  en: ENGLISH_PHRASES,
  de: GERMAN_PHRASES,
  zh: CHINESE_PHRASES,
};
