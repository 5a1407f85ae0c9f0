import { splitTerms } from './split-terms.js';

export const ILLICIT_TERMS = {
  make: splitTerms(
    'make, making, build, building, cook, cooking, synthesi*, produce, producing, manufactur*, create, creating, construct*',
    'assemble, assembling, mix, extract*, grow, growing, print, 3d print*, craft, prepare, bau*, herstell*, stelle, kochen, koche',
    'mach*, zucht*, basteln, fabriquer, fabrique, faire, construire, synthetis*, cuisiner, produire, fabricar, fabrico, hacer',
    'construir, cocinar, sintetizar, producir, fazer, cozinhar, produzir, fabbric*, costruir*, cucinare, produrre, preparare',
    'сделать, изготов*, приготов*, собрать, синтез*, сварить',
  ),
  obtain: splitTerms(
    'buy, get, order, purchase, sell, selling, smuggle, smuggling, deal, dealing, traffic, kaufen, kaufe, verkauf*, schmuggel*',
    'acheter, vendre, comprar, vender, traficar, contraband*, comprare, vendere, spacciare, купить, продать, продавать, достать',
  ),
  drug: splitTerms(
    'meth, methamphetamin*, crystal meth, cocaine, crack cocaine, heroin, fentanyl, mdma, ecstasy pills, lsd, dmt, ghb',
    'amphetamin*, ketamine, pcp, illegal drugs, drugs, opium, kokain, heroin, cocaine, heroine, drogue*, metanfetamina, cocaina',
    'heroina, drogas, droga, droghe, anfetamin*, метамфетамин*, кокаин*, героин*, амфетамин*, мефедрон*, наркотик*, drogen',
  ),
  weapon: splitTerms(
    'bomb, bombs, pipe bomb*, nail bomb*, car bomb*, explosive*, ied, molotov*, napalm, grenade*, ghost gun*, silencer*',
    'untraceable gun, untraceable firearm, nerve gas, nerve agent*, sarin, ricin, anthrax, tatp, c4, thermite, chemical weapon*',
    'biological weapon*, bioweapon*, mustard gas, dirty bomb, machine gun, suppressor*, auto sear, chlorine gas, cyanide',
    'bombe*, sprengstoff*, rohrbombe*, giftgas, handgranate*, cocktail molotov, explosif*, gaz sarin, arme a feu, bomba*',
    'explosivo*, granada*, coctel molotov, gas sarin, arma de fuego, coquetel molotov, esplosiv*, ordign*, бомб*, взрывчатк*',
    'зарин, коктейль молотова, гранат*',
  ),
  /** Weapons that are asked about for one purpose. */
  weaponStrong: splitTerms(
    'pipe bomb*, nail bomb*, car bomb*, ghost gun*, nerve agent*, sarin, ricin, tatp, untraceable gun*, dirty bomb, auto sear',
    'rohrbombe*, gaz sarin, gas sarin',
  ),
  crime: splitTerms(
    'ausweis falschen, pass falschen, dokumente falschen, geld falschen, konto hacken, handy hacken, wlan hacken',
    'launder money, launder*, money laundering, counterfeit*, forge a, forge documents, forged, fake id, fake passport*, fake ids',
    'hack into, hack someone*, hack my, hack a, hacking into, steal, stealing, shoplift*, credit card fraud, clone a credit',
    'stolen credit card*, stolen card*, stolen goods, card skimmer*, skimmer, hotwire, ransomware, keylogger*, malware, phishing',
    'phish, identity theft, evade taxes, tax evasion, evade police, break into, breaking into, burglar*, rob a, robbing, scam',
    'scamming, blackmail, insider trading, ddos, botnet, pickpocket*, human trafficking, bribe, bribing, embezzl*, kidnap*',
    'drug mule, smuggle*, dispose of a body, hide a body, get away with murder, cheat a drug test, fake a drug test, poach*',
    'geld waschen, geldwasche, falschgeld, stehlen, klauen, einbrechen, auto knacken',
    'kreditkartenbetrug, erpress*, steuern hinterziehen, blanchir, fausse monnaie, faux papiers, faux passeport, voler, pirater',
    'cambrioler, escroquer, chantage, frauder, lavar dinero, dinero falso, pasaporte falso, robar, hackear, estafar, falsificar',
    'chantaj*, evadir impuestos, clonar tarjetas, lavar dinheiro, dinheiro falso, roubar, invadir, clonar cartao, clonar cartoes',
    'extorquir, riciclare, soldi falsi, documenti falsi, passaporto falso, rubare, hackerare, truffare, ricattare, evadere',
    'отмыть деньги, отмывать деньги, подделать, поддельн*, украсть, взломать, обокрасть, угнать, шантаж*',
  ),
} as const;
