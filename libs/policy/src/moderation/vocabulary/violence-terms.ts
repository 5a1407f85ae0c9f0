import { splitTerms } from './split-terms.js';

export const VIOLENCE_TERMS = {
  kill: splitTerms(
    'kill, kills, killed, killing, murder, murders, murdered, murdering, slaughter*, stab, stabs, stabbed, stabbing',
    'shoot, shoots, shooting, shot shot him, shot her, strangl*, behead*, decapitat*, assassinat*, butcher you',
    'poison, poisoned, poisoning, slit, drown him, drown her, massacr*, lynch*, gun down, gunned down, execute them',
    'toten, tote, totet, umbring*, bring* dich um, bringe dich um, ermord*, absteche*, steche*, erschiess*, abschlacht*',
    'vergift*, abknall*, kopf ab, tuer, tuerai, tue, buter, assassiner, egorg*, poignard*, empoisonn*, abattre',
    'matar, matare, mato, mate, matarte, matarlo*, asesinar*, apunal*, degoll*, envenen*, disparar*, matarei, te matar',
    'assassinar, esfaque*, uccider*, uccido, uccidi*, ammazz*, sgozz*, accoltell*, avvelen*, strangol*',
    'убить, убью, убей*, убивать, зареж*, зарез*, застрел*, прикончу, прикончить, отравить, задуш*',
  ),
  hurt: splitTerms(
    'beat you, beat him, beat her, beat them, beat up, punch you, punch him, punch her, hurt you, hurt him, hurt her',
    'smash your, smash his, smash her, break your, break his, break her, attack you, torture you, torture him, choke you',
    'cripple you, destroy you, hunt you, come after you, come for you, cut you, kick your, burn your, beat the shit, beat the crap',
    'bash, rape, make you suffer, make you pay',
    'make you bleed',
    'verprugel*, schlag*, schlage, brechen, fertigmachen, mach dich fertig, vergewaltig*, frapper, casser la, violer, defoncer',
    'golpear*, romper*, partirte, violar*, pegarte, bater em, quebrar, te bater, arrebentar, picchiar*, spaccar*, spacco',
    'избить, изобью, сломаю, покалеч*, изнасил*',
  ),
  /** Whole threats. */
  threat: splitTerms(
    "you're dead, you are dead, you're a dead, you are a dead, watch your back, you will die, you'll die, you will regret",
    'you will pay for this, i know where you live, i know where your, sleep with one eye, put a bullet, break your legs',
    'break your neck, slit your throat, burn your house, you will bleed, your days are numbered, hope you die',
    'hope you get killed, i will end you, you wont live, ich weiss wo du wohnst, du bist tot, du wirst sterben, du stirbst',
    "ich mach dich kalt, tu vas mourir, je sais ou tu habites, t'es mort, tu es mort, vas a morir, se donde vives",
    'estas muerto, vas a pagar, sei onde voce mora, voce vai morrer, so dove abiti, sei morto, ti faccio fuori',
    'я знаю где ты живешь, ты труп, ты умрешь, тебе конец',
  ),
  massViolence: splitTerms(
    'shoot up, school shooting, mass shooting, shoot everyone, bomb the, blow up the, blow up a, blow up my, blow up their',
    'massacre, genocide, ethnic cleansing, terrorist attack, terror attack, kill everyone, kill them all, mow down',
    'amoklauf, anschlag, attentat*, tuerie, atentado, masacre, tiroteo, massacro, strage, attentato, теракт, взорвать',
    'массовое убийство, расстрелять',
  ),
  glorifying: splitTerms(
    'awesome, glorious, beautiful, love watching, loved watching, enjoy, enjoyed, hero, heroes, heroic, deserved it',
    'deserved to die, deserve it, well done, hilarious, fun, celebrate*, inspiring, satisfying, had it coming, good riddance',
    'herrlich, geil, verdient, held, genial, heros, bien merite, glorios*, heroe*, merecid*, lo merecia*, eroe, meritat*',
    'герой, заслужил*, прекрасн*',
  ),
  gore: splitTerms(
    'his guts, her guts, their guts, guts spill*, brains spill*, brains splatter*, torture*',
    'dismember*, decapitat*, behead*, mutilat*, disembowel*, eviscerat*, entrails, intestines, gore, gory, gouge*',
    'flayed, flaying, skinned alive, severed, splatter*, blood everywhere, pool of blood, blood spurt*, blood gush*',
    'blood spray*, dripping blood, torn apart, ripped apart, tore off, hacked off, bludgeon*, impale*, crushed skull',
    'sawed off, bleeding out, blutlache, zerstuckel*, eingeweide, verstummel*, gekopft, folter*',
    'demembr*, eventr*, entrailles, mare de sang, mutil*, tortur*, desmembr*, visceras, charco de sangre, decapit*, tripas',
    'poca de sangue, smembr*, viscere, pozza di sangue, mozzat*, расчлен*, кишки, лужа крови, отрубл*, пытк*, пытал*',
  ),
  body: splitTerms(
    'head, skull, throat, neck, limb*, arm, arms, leg, legs, eye, eyes, face, chest, stomach, corpse*, body, bodies, flesh',
    'blood, bone*, victim*, finger*, skin, scream*, knife, axe, chainsaw, kopf, hals, leiche*',
    'korper, blut, fleisch, arme, beine, tete, gorge, corps, cadavre*, sang, chair, cabeza, garganta, cuerpo*, cadaver*',
    'sangre, carne, ojos, cabeca, corpo, sangue, olhos, testa, gola, cadaver*, occhi, голов*, горл*, тел*, труп*, кров*',
  ),
} as const;
