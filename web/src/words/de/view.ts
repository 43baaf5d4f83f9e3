/** German: a post inside of an MCP client. */
import type { words as en } from '../en/view.ts'
import { list } from '../format.ts'

export const words: typeof en = {
  title: 'Ein Beitrag',
  nothing: 'Es gibt keinen Beitrag zu zeigen.',
  failed: 'Das ging nicht. Versuchen Sie es noch einmal.',
  tried: 'Noch ist nichts geschrieben: So sähe es aus.',
  atOnce: 'sofort',
  outcomes: {
    draft: 'Er ist ein Entwurf.',
    scheduled: 'Er geht hinaus: {time}.',
    publishing: 'Er wird veröffentlicht.',
    published: 'Er ist draußen.',
    partial: 'Er ist teilweise draußen.',
    failed: 'Er ging nicht hinaus.',
    deleted: 'Er ist gelöscht.',
  },
  make: (way) =>
    way === 'now' ? 'Jetzt veröffentlichen' : way === 'at' ? 'Planen' : 'Als Entwurf speichern',
  approve: 'In Crier ansehen und freigeben',
  open: 'In Crier öffnen',
  accounts: 'Konten',
  alsoOn: (names) => `Dasselbe auf ${list(names)}.`,
  see: 'Ansehen',
  states: {
    pending: 'wartet',
    publishing: 'wird veröffentlicht',
    published: 'ist draußen',
    failed: 'ist gescheitert',
    blocked: 'wartet auf einen Menschen',
  },
}
