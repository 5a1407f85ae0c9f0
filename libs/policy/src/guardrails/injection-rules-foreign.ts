const SHOWS =
  '(?:zeig|affiche|montre|revele|muestra|muestrame|mostra|toon|pokaz|goster|vis|tampilkan|显示|输出|表示し|보여)';
const PROMPT =
  '(?:system-?prompt(?:en)?|prompt systeme|prompt d[eo] sistema|prompt di sistema|systeemprompt|sistem istemi|系统提示|システムプロンプト|시스템 프롬프트|geheimen prompt|votre prompt|ton prompt|tu prompt|системны. промпт)';

/** Orders in other languages: the name of a rule, its score, and its pattern with letters as they are written. */
export const FOREIGN_RULES: readonly (readonly [name: string, score: number, source: string])[] = [
  [
    'German',
    0.9,
    '\\b(?:ignorier\\w{0,2}|vergiss|missachte|befolge)\\b(?! (?:bitte |ja )?nicht)(?: \\w+){0,3} (?:alle|deine|ihre|samtliche|vorherige[rn]?|bisherige[rn]?|obige[rn]?|fruhere[rn]?)\\b(?: \\w+){0,2} (?:anweisungen|vorgaben|regeln|instruktionen|befehle)\\b|\\bvergiss alles,? was (?:dir|du)\\b|\\b(?:ki|assistent|bot) ohne (?:jede |alle )?(?:einschrankung|regeln|filter|grenzen)',
  ],
  [
    'French',
    0.9,
    "\\b(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte d\\w+)(?: [\\w']+){0,3} (?:toutes (?:les|tes|vos)|tes|vos)(?: \\w+){0,2} (?:instructions|consignes|directives|regles)\\b|\\b(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte d\\w+)(?: [\\w']+){0,5} ?(?:instructions|consignes|directives|regles) (?:precedentes|anterieures|ci-dessus|du systeme)",
  ],
  [
    'Spanish and Portuguese',
    0.9,
    '\\b(?:ignor[ae]|olvid[ae]|esquec[ae]|haz caso omiso de)(?: \\w+){0,2} (?:tod[ao]s|tus|sus|suas|tuas)(?: \\w+){0,2} (?:instrucciones|reglas|ordenes|instrucoes|regras)\\b|\\b(?:ignor[ae]|olvid[ae]|esquec[ae]|haz caso omiso de)(?: \\w+){0,2} (?:instrucciones|reglas|ordenes|instrucoes|regras) (?:anteriores|previas|del? sistema|do sistema)',
  ],
  [
    'Italian',
    0.9,
    '\\b(?:ignora|dimentica)(?: \\w+){0,2} (?:tutte|tue)(?: \\w+){0,2} (?:istruzioni|regole)\\b|\\b(?:ignora|dimentica)(?: \\w+){0,2} (?:istruzioni|regole) (?:precedenti|che ti|del sistema)',
  ],
  [
    'Dutch',
    0.9,
    '\\b(?:negeer|vergeet)\\b(?: \\w+){0,2} (?:alle|je|jouw|vorige|eerdere)\\b(?: \\w+){0,2} ?(?:instructies|regels|opdrachten)\\b|\\b(?:negeer|vergeet) je (?:instructies|regels)',
  ],
  [
    'Polish',
    0.9,
    '\\b(?:zignoruj|ignoruj|zapomnij o)\\b(?: \\w+){0,3} (?:instrukcj[ei]|instrukcjach|polecenia|poleceniach|zasady|zasadach)',
  ],
  [
    'Russian and Ukrainian',
    0.9,
    '(?:игнорируй|проигнорируй|забудь|ігноруй|забудь)(?:те)?(?: [а-яії]+){0,3} (?:инструкци|указани|правила|інструкці|вказівк)',
  ],
  [
    'Turkish',
    0.9,
    '\\b(?:onceki|tum|butun)\\b(?: \\w+){0,2} (?:talimat|kural|komut)\\w{0,6}(?: \\w+){0,1} (?:yok say|unut|gormezden gel)',
  ],
  [
    'Scandinavian',
    0.9,
    '\\b(?:ignorera|ignorer|glom)\\b(?: \\w+){0,3} (?:instruktioner|instruksjoner|instrukser|regler)\\b',
  ],
  ['Indonesian', 0.9, '\\babaikan\\b(?: \\w+){0,2} (?:instruksi|perintah|aturan)\\b'],
  ['Vietnamese', 0.9, '\\bbo qua(?: \\w+){0,4} (?:huong dan|chi dan|lenh|quy tac)\\b'],
  [
    'Chinese',
    0.9,
    '(?:忽略|无视|無視|忘记|忘掉|不要遵守)[^。！？.!?]{0,10}(?:指令|指示|规则|規則|系统提示|提示词|命令|说明)|你现在没有任何限制',
  ],
  ['Japanese', 0.9, '(?:指示|命令|指令|ルール|プロンプト)[^。.]{0,8}(?:無視|忘れ)|無視.{0,4}(?:指示|命令)'],
  ['Korean', 0.9, '(?:지시|지침|명령|규칙)[^.]{0,12}(?:무시|잊)'],
  ['Arabic', 0.9, '(?:تجاهل|انس)(?: \\S+){0,2} (?:التعليمات|الاوامر|القواعد)'],
  ['Hindi', 0.9, '(?:निर्देशों|नियमों)[^।]{0,14}(?:अनदेखा|भूल)'],
  ['show the prompt', 0.7, `${SHOWS}[^.!?。]{0,24}${PROMPT}|${PROMPT}[^.!?。]{0,12}(?:goster|显示|表示し|보여)`],
  [
    'without limits',
    0.5,
    '\\b(?:antworte|reponds|responde|responda|rispondi|отвечай)(?: \\S+){0,2} (?:ohne|sans|sin|sem|senza|без)(?: \\S+){0,1} (?:einschrankung|restriction|restricci|restric|restrizion|ограничени)',
  ],
];
