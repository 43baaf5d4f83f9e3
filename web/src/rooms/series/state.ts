/** How a series stands, by colour. Pure. */
import type { Series } from '../../api/series.ts'
import type { Tone } from '../post/states.ts'

const tones: Record<Series['state'], Tone> = { active: 'good', paused: 'warn', ended: 'plain' }

export function toneOf(state: Series['state']) {
  return tones[state]
}
