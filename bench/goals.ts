/** Figures beside their goals: each is told when it is taken. */
import { say } from './service.ts'

export interface Figure {
  name: string
  value: number
  /** Higher is better; lower where it says so. */
  goal: number
  lower?: true
  unit?: string
}

const told: Figure[] = []

export function tell(figure: Figure, about = '') {
  const { name, value, goal, lower, unit = '' } = figure
  told.push(figure)
  const met = lower ? value <= goal : value >= goal
  const wanted = `${lower ? '≤' : '≥'} ${goal}${unit}`
  say(
    `${met ? 'met ' : 'MISS'} ${name}: ${value.toFixed(2)}${unit} (goal ${wanted})${about && `; ${about}`}`,
  )
}

/** All that were told in this process so far. */
export function figures(): readonly Figure[] {
  return told
}
