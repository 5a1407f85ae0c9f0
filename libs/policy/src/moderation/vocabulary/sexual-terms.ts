import { splitTerms } from './split-terms.js';

/** Ages below 18 as texts write them, without the years in which a number may be anything. */
const MINOR_AGES = Array.from({ length: 17 }, (_, index) => index + 1).flatMap((age) => [
  `${age} year old*`,
  `${age} years old`,
  `${age} yo`,
  `${age}yo`,
  `${age} jahre alt`,
  `${age} jahrige*`,
  `${age} ans`,
  `${age} anos`,
  `${age} anni`,
  `${age} лет`,
]);

export const SEXUAL_TERMS = {
  sexualExplicit: splitTerms(
    'porn*, blowjob*, blow job*, handjob*, orgasm*, masturbat*, cumshot*, cumming, creampie*, gangbang*, deepthroat*, dildo*',
    'threesome*, hentai, xxx, horny, pussy, tits, titties, erect cock, hard cock, my cock, his cock, your cock, fuck me',
    'fucks me, fucked her, fucking her, fucks her, fucked him, suck my, sucks my, sucking his, anal sex, oral sex, sex scene*',
    'explicit sex*, sexually explicit, erotica, erotic story, erotic stories, erotic roleplay, rough sex, have sex with me',
    'sex with me, sexting, sext me, bdsm scene, nude photos, nude pics, nudes, naked pics, strip for me',
    'ficken, fick mich, gefickt, wichsen, muschi, porno*, blas mir, sexgeschichte*, baise moi, sucer, branler',
    'chatte mouillee, film x, porno, recit erotique, follar*, follame, mamada*, coger conmigo, polla, relato erotico, correrme',
    'foder, me fode, buceta, boquete, transar, punheta, conto erotico, scopare, scopami, scopata, pompino*, figa bagnata',
    'racconto erotico, трах*, порно*, минет, дрочит*, выеби*, эротический рассказ',
  ),
  sexualMild: splitTerms(
    'sex, sexual, sexually, sexy, naked, nude, nudity, undress*, topless, lingerie, seduc*, aroused, arousal, fondl*, grop*',
    'breast*, genital*, penis, vagina, nipple*, erotic*, intimate photos, intercourse, make love, making love, strip tease',
    'nackt*, sexuell*, sexe, nue, nues, nu, sexuel*, desnud*, sexo, sexual*, pelad*, nuda, nude, nudo, sesso, sessual*',
    'секс*, голая, голые, голой, обнажен*, раздева*',
  ),
  sexualDesire: splitTerms(
    'i want, want to, wants, let me, make me, touch me, touch you, touching, touches, turn me on, turns me on, on top of me',
    'write a, write me, story, roleplay, role play, describe, scene, fantas*, bed, kiss*, lick*, moan*, wet, hard, hot, desire*',
    'geschichte, schreib*, rollenspiel, histoire, ecris*, fantasme*, historia, escribe, fantasia*, escreva, storia, scrivi',
    'история, напиши, фанта*',
  ),
  minor: [
    ...splitTerms(
      'a minor, the minor',
      'child, children, childs, minors, underage*, kid, kids, little girl*, little boy*, young girl*, young boy*',
      'schoolgirl*, schoolboy*, preteen*, pre teen*, toddler*, infant*, teen, teens, teenage*, middle schooler*, daughter',
      'elementary school*, primary school*, lolita, loli, shota, kinder, kindern, minderjahrig*, schulmadchen, madchen',
      'enfant*, mineur*, fillette*, petite fille, ecoliere*, nina, ninas, nino, ninos, menor, menores, colegiala*, crianca*',
      'menina*, menino*, bambin*, minorenn*, ragazzina, ребен*, дети, детей, несовершеннолетн*, школьниц*, девочк*',
    ),
    ...MINOR_AGES,
  ],
  /** Names that leave no doubt. */
  sexualMinors: splitTerms(
    'child porn*, csam, kiddie porn, kinderporn*, pedoporn*, pedopornograph*, pornographie infantile, pornografia infantil',
    'pedopornografia, jailbait, loli porn, lolicon, shotacon, preteen nudes, underage porn, underage nudes, underage sex',
    'детское порно, детская порнография',
  ),
} as const;
