import { splitTerms } from './split-terms.js';

/** Words for the person who is spoken to or about, and for the speaker's will and demand. */
export const PERSON_TERMS = {
  you: splitTerms(
    "you, u, ya, your, yours, y'all, yall, yourself",
    'dich, dir, du, euch, ihr, dein*, te, toi, tu, vous, ton, ta, ti, eres, usted*, vos, voce, voces, sei',
    'тебя, тебе, ты, вас, вы',
  ),
  /** Says of the reader what comes next. */
  youAre: splitTerms(
    "you're, youre, you are, u are, ur, you look, you will always be, you were always, such a, du bist, du siehst",
    "tu es, t'es, vous etes, eres, sos, usted es, voce e, tu e, voce parece, sei, tu sei, ты, вы",
  ),
  them: splitTerms(
    'him, her, them, my boss, my ex, my neighbor*, my neighbour*, my teacher*, my wife, my husband, my sister, my brother',
    'ihn, sie, meinen chef, meine ex, lui, elle, les, mon patron, lo, la, los, a mi jefe, ele, ela, meu chefe, loro, il mio capo',
    'его, ее, их, соседа, начальника',
  ),
  person: splitTerms(
    'someone, somebody, anyone, people, person, man, woman, men, women, child, children, kid*, wife, husband, boyfriend',
    'girlfriend, neighbor*, neighbour*, boss, coworker*, teacher*, classmate*, parents, mother, mom, father, dad, brother',
    'sister, family, friend*, civilian*, soldier*, cop, cops, police officer*, everyone, everybody, him, her, them, you',
    'stranger*, student*, roommate*, ex, politician*, president, all of them, guy, girl, boy, human*, victim*',
    "jemand*, mensch*, leute, mann, frau, nachbar*, chef, lehrer*, alle, quelqu'un, gens, personne*, homme*, femme*",
    'enfant*, voisin*, mari, tous, alguien, persona*, hombre*, mujer*, vecin*, esposa, marido, todos, alguem, pessoa*',
    'homem, mulher, vizinh*, qualcuno, uomo, donna, moglie, marito, vicino, tutti, человек*, люд*, кого-то, жену, мужа, соседа',
  ),
  /** The speaker will do it. */
  intent: splitTerms(
    "i will, i'll, i'm going to, im going to, i am going to, gonna, imma, i'ma, i want to, i wanna, we will, we'll",
    "we're going to, we are going to, i'm about to, i am about to, i plan to, i'm planning, i swear, i should have, let's",
    "lets, i would love to, i'd love to, i hope to, someone should, they should, you should be, you deserve to be",
    'ich werde, ich bring*, ich stech*, ich mach*, ich schlag*, ich will, wir werden, ich erschiess*',
    'je vais, on va, je veux, nous allons, je te, voy a, te voy, vamos a, quiero, vou te, vou, vamos, quero, eu vou',
    'ti, io, voglio, andiamo a, я тебя, я вас, мы их, хочу, я его, я ее, я убью, буду',
  ),
  /** Others should do it. */
  demand: splitTerms(
    'should, must, need to, needs to, have to, deserve to, deserves to, deserve, ought to, kill all, death to, let us, all',
    'sollte*, mussen, muss, gehoren, verdienen, tod den, doit, doivent, il faut, meritent, mort aux, mort a, deben, hay que',
    'merecen, muerte a, devem, deveriam, merecem, morte aos, devono, bisogna, meritano, morte ai, надо, должны, нужно, смерть',
  ),
} as const;
