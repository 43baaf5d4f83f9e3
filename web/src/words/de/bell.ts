/** German: what the bell opens. */
import type { words as en } from '../en/bell.ts'

export const words: typeof en = {
  times: (n) => `${n}-mal`,
  readAll: 'Alle als gelesen markieren',
  none: 'Nichts Neues. Was Sie braucht, erfahren Sie hier.',
  preferences: 'Was per E-Mail kommt, und wann',
  notRead: ', ungelesen',
  reconnect: (account, platform) => `${account} auf ${platform} neu verbinden`,
  anAccount: 'ein Konto',
  more: (n) => `und ${n} weitere`,
  noWords: (id) => `Beitrag ${id}`,
}
