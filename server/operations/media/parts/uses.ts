/** Who shows an item, as far as a caller may know. */

export interface Use {
  id: number
  /** To whoever asks. */
  visible: boolean | number
}

/** As many as are worth naming. */
const NAMED = 20

export function visibleOf(uses: readonly Use[]) {
  return uses.flatMap(({ id, visible }) => (visible ? [id] : [])).slice(0, NAMED)
}
