import { splitTerms } from './split-terms.js';

/** Harassment of one person and hatred of a group. */
export const HATE_TERMS = {
  /** Names to call a person. */
  insult: splitTerms(
    'idiot*, moron*, dumbass*, worthless, pathetic, loser*, retard*, bitch*, scum, scumbag*, asshole*, imbecile*, cunt*',
    'whore*, slut*, bastard*, dickhead*, jackass*, waste of space, piece of shit, brain dead, braindead, vermin, fatso',
    'fat cow, good for nothing, nobody likes, nobody loves, fat pig, ugly pig, stupid cow, dummkopf, arschloch*, schlampe*',
    'hurensohn*, missgeburt*, wichser*, versager*, abschaum, wertlos*, connard*, connasse*, salope*, debile*, abruti*',
    'cretin*, encule*, minable*, ordure, bon a rien, imbecil*, pendej*, gilipollas, cabron*, puta, asqueros*, perdedor*',
    'otario*, babaca*, vagabund*, stronz*, coglion*, troia, puttana, fallit*, идиот*, дебил*, тупица, ублюд*, мраз*, сука',
    'суки, ничтожеств*, урод*, тварь, дурак, дура',
  ),
  /** Words that insult only whom they are said to; of a thing they are mere complaint. */
  belittling: splitTerms(
    'stupid, dumb, trash, garbage, disgusting, ugly, pig, freak*, clown, failure, worm, useless, fat, hopeless, a joke',
    'blod*, hasslich*, dumm, dreck, moche, nul, nulle, con, conne, merde, estupid*, basura, inutil*, mierda, feo, fea, tonto',
    'tonta, burro, burra, lixo, feio, feia, nojent*, schif*, inutile, scemo, scema, brutt*, тупой, тупая, жирн*, уродлив*',
  ),
  /** Insults that need no address. */
  abuse: splitTerms(
    'fuck you, fuck off, go to hell, eat shit, screw you, piss off, shut the fuck up, stfu, drop dead, hate your guts',
    'everyone hates you, everybody hates you, nobody would miss you, nobody wants you, world would be better without you',
    'better off without you, fick dich, verpiss dich, halt die fresse, leck mich am arsch, alle hassen dich, verrecke',
    'va te faire foutre, ta gueule, nique ta mere, ntm, fils de pute, creve, tout le monde te deteste, vete a la mierda',
    'hijo de puta, que te jodan, chinga tu madre, todos te odian, nadie te quiere, vai se foder, filho da puta, vai tomar no',
    'todos te odeiam, vaffanculo, figlio di puttana, tutti ti odiano, иди на хуй, иди нахуй, пошел на хуй, сдохни, сукин сын',
  ),
  incitementToSuicide: splitTerms(
    'kill yourself, kys, go kill yourself, hang yourself, go die, end your life, you should die, neck yourself, go jump off',
    'bring dich um, hang dich auf, geh sterben, suicide toi, tue toi, va mourir, va te pendre, matate, suicidate, ve a morirte',
    'se mata, vai se matar, se mate, ammazzati, ucciditi, suicidati, убей себя, убейся, повесься, иди умри',
  ),
  group: splitTerms(
    'women, indians',
    'muslim*, jew, jews, jewish, hindu*, sikh*, arab*, blacks, black people, black men, black whites',
    'white people, asians, asian people, chinese, mexican*, latinos, hispanics, africans, immigrant*, migrant*, refugee*',
    'foreigner*, gays, gay people, lesbians, homosexual*, transgender*, trans people, trans queers, disabled',
    'disabled people, roma, gypsies, pakistanis, turks, kurds, ukrainians, russians, palestinians, israelis, zionists',
    'juden, jude, muslime*, moslem*, turken, auslander*, fluchtling*, migranten, schwarze, schwarzen, schwule*, lesben',
    'homosexuelle*, behinderte*, frauen, araber, polen, juif*, juives, musulman*, arabes, noirs, immigre*, etrangers',
    'homosexuels, gitans, femmes, roms, judio*, musulmanes, negros, inmigrante*, extranjeros, homosexuales, gitanos, moros',
    'mujeres, judeu*, muculmano*, imigrantes, estrangeiros, homossexuais, ciganos, nordestinos, ebrei, ebreo, musulmani',
    'immigrati, stranieri, zingari, omosessuali, neri, donne, еврe*, евре*, мусульман*, мигрант*, чурк*, геи, геев, цыган*',
    'кавказц*, негр*, хохл*',
  ),
  dehumanising: splitTerms(
    'are rats, like rats, are animals, like animals, are filth, are a plague, are a disease, are invading, an invasion of',
    'are stupid, are lazy, are dirty, are disgusting, are evil, are trash, are garbage, are mentally ill, i hate, we hate',
    'hate all, hate these, despise, should go back, go back to your, go back to their, go back where, send them back',
    'ich hasse, sind alle kriminell*, sind alle verbrecher, sind alle dreckig, son todos unos, son todos criminales',
    'son unos ladrones, son unos animales, sao todos bandidos, sao todos ladroes, sono tutti criminali, sono tutti ladri',
    'vermin, subhuman*, cockroach*, parasite*, savages, filthy, scum, inferior',
    "infest*, not human, less than human, do not belong, dont belong, don't belong",
    'are all criminals, are all terrorists, are all rapists, are terrorists, are rapists, are thieves',
    'ruin* everything, ruin* our, should be banned, should be deported, should not exist',
    "don't deserve rights, no place in, breed like, control the banks, control the media",
    'unfit to, belong in the kitchen, abomination*, degenerate*',
    'ungeziefer, untermensch*, parasit*, ratten, abschaum, minderwertig*, dreck*, raus aus, raus hier',
    'schmarotzer*, sollen verschwinden, vermine, sous hommes, parasites, racaille*, inferieur*, je hais, je deteste',
    'rentrez chez, sont tous des, alimanas, cucaracha*, parasitos, inferiores, escoria, odio a',
    'fuera de, sucios, vermes, baratas, lixo, nojentos, odeio, fora do, parassiti, feccia, inferiori, schifosi',
    'odio gli, odio i, tornino, fuori dall*, паразит*, недочеловек*, тараканы, отбросы, ненавижу, все воры',
    'убирайтесь, вон из',
  ),
  eradicate: splitTerms(
    'eradicate the, eradicate them, eradicate all, be eradicated, eliminer les, eliminar a los, eliminarlos, eliminarli',
    'exterminat*, wipe out, wiped out, gas the, gas them, gassed, burn them all, hang them all',
    'final solution, final solution for, round them up, firing squad, lynch*',
    'ausrott*, vergas*, vernicht*, an die wand, exterminer, eradiquer, au four, exterminar*, erradicar*',
    'al paredon, sterminar*, sterminat*, eliminarli, ai forni, истреб*, уничтожить, в печь, к стенке',
  ),
  slur: splitTerms(
    'nigga, niggas, niggaz, pede, pedes',
    'nigger*, kike*, spic, spics, faggot*, tranny, trannies, chink, chinks, gook, gooks, wetback*, raghead*',
    'towelhead*, sandnigger*, coons, jigaboo*, beaner*, paki, pakis, shemale*, white trash',
    'kanake*, kanaken, neger*, judensau, schwuchtel*, zigeunerpack, bougnoul*, youpin*, negre, negres, sale arabe, sale juif',
    'sale noir, bicot*, sudaca*, maricon*, negrata*, moro de mierda, viado*, sapatao',
    'frocio, froci, negro di merda, ricchion*, terrone di merda, жид, жиды, жидов*, пидор*, пидарас*, черножоп*, чурка',
  ),
} as const;
