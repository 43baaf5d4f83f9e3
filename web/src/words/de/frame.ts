import type * as english from '../en/frame.ts'

export const words: typeof english.words = {
  asOf: (time) => `Sie sehen den Stand von ${time}: Er ließ sich nicht neu lesen.`,
  fresh: (count) => `${count} neu`,
  request: 'Für den Betreiber dieses Crier: Anfrage',
  copy: 'Nummer der Anfrage kopieren',
  copied: 'Die Nummer der Anfrage ist kopiert',
}
