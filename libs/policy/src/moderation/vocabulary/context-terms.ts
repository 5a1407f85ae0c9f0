import { splitTerms } from './split-terms.js';

/** Words around a find that change its meaning. */
export const CONTEXT_TERMS = {
  /** Harmless phrases that hold a word of another list; the words in them are not looked at. */
  benign: splitTerms(
    'maine coon*, chink in the, blue tit, blue tits, great tit, great tits, break into tech, break into the industry',
    'break into acting, break into the field, break into music, break into a smile, break into a run, break into a sprint',
    'kill process*, kill the process*, kill the server, kill the job, kill a job, kill switch*, kill command, kill time',
    'killing time, killer app*, kill two birds, killing it, killed it, kill the lights, kill the engine, kill the mood',
    'you are killing me, you kill me, this is killing me, is killing me, killing me, kill a mockingbird, kill a thread',
    'kill the thread*, kill the app, kill the task, kill the session, kill the connection, kill signal, kill it with',
    'shoot me an email, shoot me a message, shoot you an email, shoot you a message, shoot me a text, photo shoot*',
    'shooting star*, shoot a film, shoot a video, shoot hoops, shoot for the, shoot the breeze, shoot some photos',
    'bath bomb*, photo bomb*, bomb cyclone, bombshell*, seed bomb*, bug bomb*, calorie bomb, logic bomb, fork bomb',
    'murder mystery, murder of crows, execute the*, execute a*, beat up car, beat you to it, beat you there',
    'heart attack*, panic attack*, asthma attack*',
    'naked eye, nude color*, nude colour*, nude lipstick, nude heels, naked mole, sex chromosome*, biological sex',
    'same sex, sex discrimination, opposite sex, sex education, sex ed, breast cancer, breast milk, chicken breast*',
    'breast pump, breast feed*, dying to, die for, drop dead gorgeous, blow out, blow up the balloon*',
    'blow up the photo, blow up a balloon*, blow up an air*, blow up the air*, blow up balloon*, weed killer, weed control',
    'crack the, crack open, cracked me up, steal the show, steal the spotlight, steal a glance, steal a base',
    'hack day, hack week, life hack*, growth hack*, hackathon*, stupid question, stupid mistake',
    'suicide squad, silly goose, trash can, trash bag*, take out the trash, trash talk',
    'piece of cake, dumb phone*, dumb question, cut myself shaving, cut myself some slack, kill myself laughing',
    'painkiller*, killer whale*, killer bee*, natural killer, serial killer*, lady killer, killer robot*',
    'execution time, prozess beenden, tuer le temps, tuer le processus, matar el tiempo, matar o tempo, matar el proceso',
    'zeit totschlagen, ammazzare il tempo, убить время, убивать время',
  ),
  /** The text reports what others did or said. */
  reporting: splitTerms(
    'according to, reported*, reports, news, journalist*, article*, police said, was arrested, were arrested, sentenced',
    'convicted, charged with, court, trial, historian*, history, historical*, century, world war, holocaust, documentary',
    'novel, chapter, movie, film, character*, plot, memoir, essay, study, studies, researcher*, research, scholar*',
    'survey, statistics, the word, the term, a slur, the slur, slurs, hate crime*, hate speech, condemn*, denounc*',
    'called me, called her, called him, someone called, people call, he said, she said, they said, quote*, lyrics',
    'translate*, definition, mean by, meaning of, etymology, victim*, survivor*, commemorat*, memorial, museum',
    'laut polizei, polizei, gericht, verurteilt, geschichte, jahrhundert, roman, kapitel, opfer, bericht*, studie*',
    'selon la, la police, tribunal, condamne*, histoire, siecle, roman, chapitre, victime*, etude*, film',
    'segun, policia, juicio, condenad*, historia, siglo, novela, capitulo, victima*, estudio*, pelicula',
    'segundo a, policia, julgamento, romance, vitima*, estudo*, filme, secondo la, polizia, processo penale, romanzo',
    'vittim*, studio, полици*, суд, истори*, роман, жертв*, исследовани*',
  ),
  /** The text wants to prevent it, or asks for help. */
  prevention: splitTerms(
    'prevent*, hotline*, helpline*, lifeline*, awareness, support group*, counselor*, counsellor*, therapist*, therapy',
    'recovery, recovering, warning signs, how to help, help a friend, help someone, seek help, get help, stop the',
    'safeguard*, protect children, protecting children, child protection, report abuse, reporting abuse, abuse hotline',
    'against violence, against abuse, against racism, fight racism, combat*, anti racist, antiracis*, stop hate, outreach',
    'detect*, moderation, moderator*, content policy, nonprofit, ngo, law enforcement, legislation, policy, laws, illegal',
    'vorbeug*, praevention*, pravention*, hilfe fur, beratung*, telefonseelsorge, gegen gewalt, gegen rassismus, verhinder*',
    'prevention, prevenir, empecher, aide aux, numero vert, contre la violence, contre le racisme, prevencion, ayuda para',
    'linea de ayuda, contra la violencia, contra el racismo, prevencao, ajuda para, prevenzione, aiuto per, contro la',
    'предотвра*, профилактик*, телефон доверия, помощь, против насилия',
  ),
  /** Medicine, biology, teaching. */
  clinical: splitTerms(
    'doctor*, patient*, medical*, medicine, clinic*, hospital*, health, healthcare, diagnos*, symptom*, treatment*, surgery',
    'anatomy, biology, biological*, physiolog*, pregnan*, contracepti*, birth control, std, sti, hiv, vaccine*, puberty',
    'educat*, teacher*, curriculum, lecture, textbook*, exam, gynecolog*, urolog*, pediatric*, dosage, prescri*, pharmac*',
    'forensic*, autopsy, pathology, epidemiolog*, psychiatr*, psycholog*, nursing, first aid, paramedic*, toxicolog*',
    'arzt*, arztin, medizin*, krankenhaus, gesundheit*, biologie, aufklarung*, medecin*, hopital, sante, biologie',
    'medic*, hospital, salud, biologia, educacion, saude, educacao, ospedale, salute, biologia, врач*, больниц*, здоров*',
  ),
  /** The text guards against a crime. */
  protection: splitTerms(
    'protect*, defend against, avoid, avoiding, prevent*, secure, security, detect*, recogni*, spot, report, victim*',
    'safe from, safety, antivirus, firewall, patch*, mitigat*, remove, removing, clean up, recover from, my own account',
    'schutz*, schutze, vermeide*, erkenn*, proteger, eviter, evitar, reconnaitre, reconocer, proteggere, evitare, защит*',
  ),
  /** Play, in which killing is a move. */
  game: splitTerms(
    'game*, gaming, gamer*, boss, level, minecraft, fortnite, call of duty, zombie*, dragon*, npc*, quest*, raid, mob',
    'mobs, player*, respawn*, dungeon*, d&d, dnd, chess, match, team, tournament, scrimmage, playoffs, spiel*, jeu, juego',
    'jogo, gioco, игр*',
  ),
  /** Words by which strong talk about oneself is no plan. */
  figurative: splitTerms(
    'lol, lmao, haha*, laughing, embarrass*, cringe, monday*, homework, traffic, spoiler*, cliffhanger, deadline*, jk',
    'peinlich, mdr, jaja*, jeje*, kkk*',
  ),
  /** The text asks how something is done. */
  instruction: splitTerms(
    'comment fabriquer, comment faire, comment puis je, comment voler, comment tuer, comment pirater, comment cuisiner',
    'comment acheter, comment produire, comment blanchir, comment se procurer, comment construire, comment obtenir',
    'how to, how do i, how do you, how do we, how can i, how can we, how could i, how would i, how should i, best way to',
    'easiest way to, fastest way to, safest way, quickest way, ways to, steps to, step by step, instructions, guide to',
    'guide for, tutorial, recipe, teach me, show me how, tell me how, explain how, walk me through, methods to, method of',
    'most effective, painless*, give me a plan',
    'wie kann ich, wie baue, wie macht, wie mache, wie man, wie stelle, anleitung*, rezept, schritt fur schritt, zeig mir',
    "mode d'emploi, recette, etapes pour, explique moi, montre moi, guide pour, meilleure facon",
    'como puedo, como se, como hacer, como fabricar, como hago, como robar, como cocinar, instrucciones, receta, paso a paso',
    'pasos para, mejor manera, ensename, dime como, como fazer, como posso, como fabricar, instrucoes, receita, passo a passo',
    'come si, come posso, come fare, come costruire, come fabbricare, istruzioni, ricetta, passo passo, insegnami',
    'как сделать, как изготовить, как приготовить, как убить, как взломать, как украсть, инструкц*, рецепт, пошагов*',
  ),
} as const;
