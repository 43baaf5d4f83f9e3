/** Which platform cannot have which of the faults that every platform knows, and why. */
import { strangerFaults, type StrangerFault } from '../kit/strangers.ts'

const inAnswer = 'The answer to the publishing call holds the id, and the address follows from it.'
const atOnce = 'What is taken is public: nothing is refused after the publishing call answered.'

/** By platform; whoever is not here plays them all. */
export const impossible: Readonly<
  Record<string, Readonly<Partial<Record<StrangerFault, string>>>>
> = {
  bluesky: {
    shown_oddly:
      'A record is named by the hash of what it says: shown otherwise, it would be another one.',
    late_id: 'The caller chooses the key of the record, and with it the address.',
    refused_later:
      'The server checks a record before it answers; moderation labels, it does not refuse.',
  },
  linkedin: {
    refused_later:
      'Media must be AVAILABLE before a post may name them, and a post is public at once.',
  },
  pinterest: { late_id: inAnswer, refused_later: atOnce },
  x: { late_id: inAnswer, refused_later: 'Media are processed before a post may name them.' },
  youtube: {
    late_id: 'The answer to the last byte holds the id; before it there is a session and no video.',
  },
}

export function strangersOf(platform: string): readonly StrangerFault[] {
  return strangerFaults.filter((fault) => impossible[platform]?.[fault] === undefined)
}
