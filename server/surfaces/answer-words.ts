/** What the pages of answers say, in the languages of the dashboard; what an operation refuses stays in its own words. */
import type { DeliveryStatus } from '#rules/delivery.ts'

const english = {
  lang: 'en',
  overview: 'To the overview',
  failed: 'This did not work',
  thanks: 'Thank you',
  again: 'It is sent again.',
  counted: 'It counts as published, and is not sent again.',
  answered: 'This is answered',
  stands: (place: string, state: DeliveryStatus) =>
    `On ${place} this post is ${state}: nothing is asked any more.`,
  deleted: 'This post was deleted: nothing is asked about it before somebody restores it.',
  isNot: 'It is not there: send it again',
  is: 'It is there',
  none: 'It is there, and none of these',
  question: 'Is this post there?',
  lost: (place: string) =>
    `Our call to ${place} was lost on the way. Look there for this post before you answer:`,
  found: 'What was found there that it could be:',
  nothing: 'Nothing was found there that it could be.',
  twice: 'Whoever says that it is not there, though it is, has it sent twice.',
  look: 'Look at it',
  thisOne: 'This is it',
  signIn: 'Sign in',
  signInTo: 'Sign in to answer.',
  who: 'Who are you?',
}
export type AnswerWords = typeof english

const states: Record<DeliveryStatus, string> = {
  pending: 'geplant',
  publishing: 'auf dem Weg',
  published: 'veröffentlicht',
  failed: 'nicht veröffentlicht',
  blocked: 'aufgehalten',
}

const german: AnswerWords = {
  lang: 'de',
  overview: 'Zur Übersicht',
  failed: 'Das hat nicht geklappt',
  thanks: 'Danke',
  again: 'Der Beitrag wird noch einmal gesendet.',
  counted: 'Der Beitrag gilt als veröffentlicht und wird nicht noch einmal gesendet.',
  answered: 'Das ist beantwortet',
  stands: (place, state) =>
    `Auf ${place} ist dieser Beitrag ${states[state]}: Es wird nichts mehr gefragt.`,
  deleted:
    'Dieser Beitrag wurde gelöscht: Nach ihm wird erst gefragt, wenn ihn jemand wiederherstellt.',
  isNot: 'Er ist nicht dort: noch einmal senden',
  is: 'Er ist dort',
  none: 'Er ist dort, und es ist keiner von diesen',
  question: 'Ist dieser Beitrag dort?',
  lost: (place) =>
    `Unser Aufruf an ${place} ging unterwegs verloren. Suchen Sie dort nach diesem Beitrag, bevor Sie antworten:`,
  found: 'Was dort gefunden wurde und es sein könnte:',
  nothing: 'Dort wurde nichts gefunden, was es sein könnte.',
  twice: 'Wer sagt, dass er nicht dort ist, obwohl er es ist, lässt ihn zweimal senden.',
  look: 'Ansehen',
  thisOne: 'Das ist er',
  signIn: 'Anmelden',
  signInTo: 'Melden Sie sich an, um zu antworten.',
  who: 'Wer sind Sie?',
}

const spoken = { en: english, de: german }

/** By what the person keeps, and else by what their browser asks for (`Accept-Language`), most wanted first. */
export function answerWords(kept: string | null | undefined, accepted: string | undefined) {
  for (const tag of [kept ?? '', ...wishesIn(accepted ?? '')]) {
    const [language = ''] = tag.toLowerCase().split('-')
    if (language === 'de' || language === 'en') return spoken[language]
  }
  return english
}

const MOST = 20

function wishesIn(accepted: string) {
  return accepted
    .split(',', MOST)
    .map((each) => {
      const [tag = '', ...more] = each.trim().split(';')
      const weight = /^\s*q=([\d.]+)\s*$/.exec(more.join(';'))?.[1]
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
