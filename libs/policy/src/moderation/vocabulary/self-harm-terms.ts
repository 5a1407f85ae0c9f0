import { splitTerms } from './split-terms.js';

export const SELF_HARM_TERMS = {
  /** The matter, no matter who it is about. */
  selfHarmTopic: splitTerms(
    'suicid*, self harm*, selfharm*, self injur*, kill oneself, hang oneself, overdose*, anorexi*, bulimi*, pro ana, proana',
    'thinspo*, starve oneself, commit suicide, unalive*, lethal dose, slit wrists, slitting wrists, cutting wrists',
    'suizid*, selbstmord*, selbstverletz*, ritzen, automutilation, autolesion*, autolesao, automutilacao, autolesionis*',
    'самоубийств*, суицид*, селфхарм',
  ),
  /** The speaker's own wish or plan. */
  selfHarmIntent: splitTerms(
    'kill myself, killing myself, end my life, ending my life, take my life, take my own life, taking my own life, end it all',
    'hurt myself, hurting myself, harm myself, cut myself, cutting myself, hang myself, shoot myself, drown myself',
    'starve myself, starving myself, burn myself, make myself throw up, i want to die, i wanna die, want to be dead',
    "wish i was dead, wish i were dead, better off dead, no reason to live, dont want to live, don't want to live",
    "dont want to be alive, don't want to be alive, not be alive anymore, cannot go on, jump off a bridge, slit my wrists",
    "feeling suicidal, feel suicidal, i am suicidal, i'm suicidal, my suicide note, never wake up again, not wake up",
    'mich umbringen, bringe mich um, umbringe, mir das leben nehmen, nehme mir das leben, mein leben beenden, ritze mich',
    'mich ritzen, mich verletzen, nicht mehr leben, will sterben, me suicider, me tuer, mettre fin a mes jours',
    'mettre fin a ma vie, envie de mourir, veux mourir, plus envie de vivre, me mutiler, me scarifier, suicidarme, matarme',
    'quitarme la vida, acabar con mi vida, no quiero vivir, quiero morir*, cortarme, hacerme dano, me matar, me suicidar',
    'tirar minha vida, acabar com minha vida, nao quero mais viver, quero morrer, me cortar, uccidermi, ammazzarmi',
    'suicidarmi, togliermi la vita, farla finita, voglio morire, non voglio piu vivere, tagliarmi, farmi del male',
    'покончить с собой, убить себя, не хочу жить, хочу умереть, порезать себя, резать себя, повеситься',
  ),
  /** Questions that name a means. */
  lethalMeans: splitTerms(
    'pills to die, pills to kill, pills would kill me, pills to overdose, painless way to die, easy way to die',
    'quick way to die, method to die, tie a noose, how to hang myself, lethal dose of, dose to die, helium exit bag, exit bag',
    'tabletten um zu sterben, schmerzlos sterben, mourir sans douleur, morir sin dolor, morrer sem dor, morire senza dolore',
    'безболезненно умереть, смертельная доза',
  ),
} as const;
