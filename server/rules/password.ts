/** Passwords that are tried first: those that leaked most often, repeats, walks over alphabets and keyboards, the words that everybody takes, the own address. Pure. */
import { isCommon } from './common-passwords.ts'

const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1a2b3c4d5e6f7g8h9i',
  'a1b2c3d4e5f6g7h8i9',
].flatMap((walk) => [walk, Array.from(walk).toReversed().join('')])

const words = `
  password passwort passw letmein welcome iloveyou iloveu admin administrator login
  secret master dragon monkey sunshine princess football baseball basketball superman
  batman starwars pokemon trustno whatever computer internet hello shadow michael
  jennifer charlie jordan liverpool chelsea freedom ginger summer winter spring autumn
  changeme default guest test root user qwerty azerty asdf google facebook samsung crier
  love angel mustang access flower`
  .trim()
  .split(/\s+/)

/** Letters that people write as signs. */
const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** What has to be left once all that is guessed first is taken out. */
const OWN = 5

/** A sentence for the person; undefined when it is none of these. */
export function guessable(password: string, email: string): string | undefined {
  const text = password.toLowerCase()
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  if (text.includes(email.toLowerCase()) || left(text, [local, domain]) < OWN) {
    return 'Do not use your address as a password.'
  }
  const plain = Array.from(text, (sign) => signs[sign] ?? sign).join('')
  const known = [...words, local, ...domain.split('.')]
  const weak = isCommon(text) || left(text, known) < OWN || left(plain, known) < OWN
  return weak
    ? 'Many people use this one, so it is tried first. Choose a sentence of your own.'
    : undefined
}

/** How many different characters remain without these words, walks, repeats and figures. */
function left(text: string, known: readonly string[]) {
  let rest = text
  for (const word of known.toSorted((a, b) => b.length - a.length)) {
    if (word.length > 2) rest = rest.replaceAll(word, ' ')
  }
  rest = withoutWalks(rest)
    // A part that comes again is there once: abcabcabc.
    .replace(/(.{2,})\1+/gu, '$1')
    .replace(/\d+/g, ' ')
  return new Set(rest.replace(/[^\p{L}\p{N}]/gu, '')).size
}

function withoutWalks(text: string) {
  const LEAST = 4
  let rest = ''
  for (let at = 0; at < text.length;) {
    const steps = longestWalk(text.slice(at))
    if (steps >= LEAST) at += steps
    else rest += text[at++]
  }
  return rest
}

function longestWalk(text: string) {
  let length = 0
  while (length < text.length && walks.some((walk) => walk.includes(text.slice(0, length + 1))))
    length++
  return length
}
