import { isAlphanumeric, isDash, isDigit, isInnerSpace, isLetter } from '../characters.js';
import type { TextWindow } from '../text-window.js';

/** Lengths by country (SWIFT, IBAN registry, release 99). */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** An IBAN of the length its country has and with the right check digits (ISO 13616), in one piece or in groups. */
export function recognizeIban(window: TextWindow, at: number): number {
  if (!isLetter(window.at(at)) || isAlphanumeric(window.at(at - 1))) return -1;
  if (!isLetter(window.at(at + 1)) || !isDigit(window.at(at + 2))) return -1;
  const length = LENGTHS[window.slice(at, at + 2).toUpperCase()];
  if (length === undefined) return -1;
  let compact = '';
  let place = at;
  while (compact.length < length) {
    const code = window.at(place);
    if (isAlphanumeric(code)) compact += String.fromCharCode(code);
    else if (!(isInnerSpace(code) || isDash(code)) || !isAlphanumeric(window.at(place + 1))) return -1;
    place++;
  }
  return !isAlphanumeric(window.at(place)) && hasValidCheckDigits(compact.toUpperCase()) ? place : -1;
}

/** ISO 7064, mod 97-10. */
function hasValidCheckDigits(iban: string): boolean {
  let remainder = 0;
  for (let index = 0; index < iban.length; index++) {
    const code = iban.charCodeAt((index + 4) % iban.length);
    remainder = isDigit(code) ? (remainder * 10 + code - 0x30) % 97 : (remainder * 100 + code - 0x37) % 97;
  }
  return remainder === 1;
}
