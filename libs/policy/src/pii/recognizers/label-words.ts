import type { TextWindow } from '../text-window.js';

/** Kind of a number by the words before it. `version` covers sections and figures too; `other` is any other number. */
export type Label = 'phone' | 'card' | 'ssn' | 'ip' | 'own_ip' | 'id' | 'version' | 'other';

/** Words that say what a number is, in the languages whose habits the corpus has. */
const WORDS: Readonly<Record<Label, string>> = {
  phone: `
    phone telephone tel telno mobile mob cell cellphone fax telefax whatsapp signal telegram viber sms text texting dial ring call
    calling landline msisdn caller hotline pager rufnummer handy telefon festnetz mobil mobiltelefon anrufen ruf rufen anruf
    rückruf erreichbar erreichen natel téléphone telephone tél portable appelez appeler appelle joindre rappeler gsm móvil
    movil celular cel llámame llame llama llamar llámenos teléfono telefono tfno tlf tfn cellulare chiamami chiama chiamare
    telefone telemóvel telemovel ligue liga ligar fone zap telefoon mobiel bel bellen bereikbaar belt zadzwoń zadzwon dzwoń
    dzwonić telefonu komórka kom telefonszám telefonen telefonum mobilnummer ringa puhelin puh soita matkapuhelin zavolejte
    volejte sună suna tlfnr тел телефон телефону телефона моб мобильный мобильного мобільний позвоните звоните звонить
    зателефонуйте τηλ τηλέφωνο κινητό καλέστε טלפון נייד هاتف جوال اتصل موبايل الهاتف فون फोन फ़ोन मोबाइल thoại sđt số`,
  card: `
    card cards cc ccnum pan visa mastercard mc amex express maestro jcb diners club discover unionpay rupay dankort elo hipercard mir
    creditcard charge charged pay payment karte kreditkarte kartennummer carte cb tarjeta carta cartão cartao crédito credito kaart
    kaartnummer karta karty kort kartı karti kart карта карты карту כרטיס بطاقة`,
  ssn: `
    ssn ss social security itin tin taxpayer seguro seguridad sécurité sozialversicherungsnummer sin`,
  own_ip: `
    client user remote login logged visitor customer caller forwarded rhost signup session guest attacker victim`,
  ip: `
    ip ipv ips address addr adresse adres adresa dirección direccion indirizzo endereço adress adresi адрес адреса host hostname server
    gateway router dns nameserver resolver ping whois traceroute nslookup ssh telnet vpn lan wan nas rechner src dst source
    destination dest target connected connecting connect connection banned ban blocked hosts node machine laptop printer inet
    packet hop exit peer`,
  id: `id ids uid pid gid oid guid uuid`,
  version: `
    version versions ver vers v release releases released build builds firmware driver drivers bios sdk semver patch hotfix schema
    revision rev upgrade upgraded upgrading update updated updating downgrade downgraded assemblyversion fileversion tag image requires
    since changelog mise jour versión versione versão versie versjon wersja wersji verzia verze sürüm версия версии обновление
    aktualisierung aktualisiert actualización actualizacion aggiornamento atualização
    section sec chapter chap figure fig table tbl clause article art paragraph abschnitt kapitel anhang abb tabelle sección seccion
    capítulo capitolo sezione artikel requirement control rule annex appendix heading oid §
    windows android ios ipados macos chrome chromium firefox edge safari opera brave vivaldi electron java jdk jre
    python php ruby npm openssl pytorch tensorflow torch django rails dotnet framework nightly beta alpha`,
  other: `
    order orders ordered invoice inv ticket tickets case tracking track parcel shipment sku part parts item items serial ref refs reference references account acct transaction txn trx po booking contract claim policy rma lot
    batch model isbn issn ismn lccn asin imei imsi meid iccid vin ean upc gtin barcode duns ein siret siren vat steuernummer doi pmid
    line lines row rows column columns col cols page pages pp port ports offset offsets size sizes value values count counts
    frame frames byte bytes seq sequence inode memory heap rss lsn partition worker thread job slot task step epoch epochs timestamp
    time ts seed seeds bin bins code codes range ranges width height index max min limit total sum price budget revenue cost
    population zip postcode plz room flight route zeile zeilen ligne lignes línea líneas fila filas riga righe linha
    linhas regel regels strona wiersz строка строки строк bestellung auftrag bestellnummer rechnung kunde vorgang aktenzeichen
    commande facture suivi dossier référence pedido factura referencia ordine fattura ordinativo encomenda fatura bestelling
    factuur zamówienie zamowienie faktura заказ заказа заявка заявки счет накладная tweet post status message msg snowflake commit
    bestellnr kundennr rechnungsnr phase level score ratio lat lon lng latitude longitude hash digest checksum rx tx wrote read took`,
};

/** The same for scripts that set no spaces between words; the first that a run of letters holds decides. */
const PARTS: readonly (readonly [string, Label])[] = [
  ...labelAll('订单 订单号 单号 編號 编号 注文番号 注文 追跡 行 型番 주문 송장', 'other'),
  ...labelAll('版本 バージョン 버전', 'version'),
  ...labelAll('手机 手機 电话 電話 携帯 連絡先 联系 聯絡 拨打 传真 傳真 번호는 전화 휴대폰 연락처 핸드폰 โทร', 'phone'),
  ...labelAll('卡号 卡 カード 카드 银联', 'card'),
  ...labelAll('社会安全 社會安全 社会保障', 'ssn'),
  ...labelAll('用户 客户 登录 ログイン アクセス元 접속', 'own_ip'),
  ...labelAll('地址 アドレス 来自 주소', 'ip'),
];

/** Words between a label and its number that say nothing of their own. */
const FILLERS: ReadonlySet<string> = new Set(
  `number numbers num no nr numero número numéro nummer номер номеру номера n nº numer numru is ist est es è é jest to är er
   at on in am the a an our is be was me us him her them or and mich uns bitte unter an au sur le la el en al il na nos op pod do
   mnie mi kontaktowy kontakt aan på meg mig w für der die das dem contacto contact work home office new please then now di del den y
   c d l s qui que m t dla por para с по by für für via with wit as only for x port ext o u und et e of la lo gracias 号 です dashes spaces pro
   so seine ihre sein ihr my meine mein mon mio meu mijn mój мой moj min mitt mera nosso notre unser their his your euer`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Owners of a number: with a filler such as "number" behind it, one to call. */
const OWNERS: ReadonlySet<string> = new Set(
  'my meine mein mon mi mio meu mijn mój moj min mitt mera мой our unsere notre his her their'.split(' '),
);

const NUMBER_WORDS: ReadonlySet<string> = new Set('number nr nummer numéro número numero numer nr номер'.split(' '));

const LABELS: ReadonlyMap<string, Label> = new Map(
  (Object.entries(WORDS) as [Label, string][]).flatMap(([label, words]) => [...labelAll(words, label)]),
);

function labelAll(words: string, label: Label): [string, Label][] {
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [word, label]);
}

/** These may precede an address, or the version that something is upgraded from. */
const FROM: ReadonlySet<string> = new Set('from von de desde depuis dal da från od с от'.split(' '));

/** Owners of an address. */
const POSSESSIVES: ReadonlySet<string> = new Set(
  'my your his her their our meine mon mi mio meu mijn mój мой'.split(' '),
);

/** The German and Dutch way to name a number: "Bestellnummer". */
const COMPOUND = /^(.{2,}?)s?(?:nummer|nummern|nr|numret)$/;

const WITHOUT_SPACES = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Label that a word gives; undefined for none. */
function labelOf(word: string): Label | undefined {
  const label = LABELS.get(word);
  if (label !== undefined) return label;
  if (WITHOUT_SPACES.test(word)) return PARTS.find(([part]) => word.includes(part))?.[1];
  const stem = COMPOUND.exec(word)?.[1];
  return stem === undefined ? undefined : (LABELS.get(stem) ?? 'other');
}

/** Number of characters before a number in which words are read. */
const REACH = 48;
const SENTENCE_BREAK = /^.*[\n!?;|{}]/s;
const WORD = /[\p{L}\p{M}]+/gu;
/** The humps of `phoneNumber`, but not of WhatsApp. */
const HUMP = /(\p{Ll})(?!App(?!\p{L}))(\p{Lu})/gu;

/** Most words that are read. */
const MOST_WORDS = 8;

/**
 * Reads the label of the number at a place from the words before it: "order no.", "mein Handy:", `client_ip=`. Numbers
 * between are passed over, as in lists. Undefined if they do not say.
 */
export function readLabel(window: TextWindow, at: number): Label | undefined {
  const words = wordsBefore(window, at);
  let hasNumberWord = false;
  let isFrom = false;
  for (let index = words.length - 1; index >= 0 && words.length - index <= MOST_WORDS; index--) {
    const word = words[index] ?? '';
    if (FROM.has(word)) isFrom = true;
    if (NUMBER_WORDS.has(word)) hasNumberWord = true;
    if (hasNumberWord && OWNERS.has(word)) return 'phone';
    if (FROM.has(word) || FILLERS.has(word)) continue;
    const label = labelOf(word);
    if (label === 'ip' && isOwn(words, index)) return 'own_ip';
    if (label !== undefined || !isFrom) return label;
    return 'ip';
  }
  return isFrom ? 'ip' : undefined;
}

/** True if a word just before the label says that the address is somebody's. */
function isOwn(words: readonly string[], labelAt: number): boolean {
  for (let index = Math.max(0, labelAt - 3); index < labelAt; index++) {
    const word = words[index] ?? '';
    if (POSSESSIVES.has(word) || LABELS.get(word) === 'own_ip') return true;
  }
  return false;
}

function wordsBefore(window: TextWindow, at: number): readonly string[] {
  const from = at - REACH;
  let left = window.slice(from, at);
  // A part of a word is no word.
  if (from > 0) left = left.replace(/^[\p{L}\p{M}]+/u, '');
  left = left.replace(SENTENCE_BREAK, '').replace(HUMP, '$1 $2').toLowerCase();
  return left.match(WORD) ?? NO_WORDS;
}

const NO_WORDS: readonly string[] = [];
