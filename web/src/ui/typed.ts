/** What was typed into a form and not sent is kept in this tab, for the person who typed it: neither closing its dialog nor a reload loses it. */
import { whose } from '../api/person.ts'

export interface Typed {
  values: Readonly<Record<string, string>>
  /** Of what it was typed into, as it was then. */
  base: string
  /** What was chosen beside the boxes, as whoever keeps it has it. */
  choice?: unknown
}

const placeOf = (name: string) => `crier.typed-by.${whose()}.${name}`

export function typedBefore(name: string): Typed | undefined {
  try {
    takeOver(name)
    // Written below, by this page or the one before it.
    const typed = JSON.parse(sessionStorage.getItem(placeOf(name)) ?? 'null') as Typed | null
    // Damaged, it is as good as nothing.
    return typed?.values && typed
  } catch {
    return undefined
  }
}

/** Older pages named nobody: it belongs to whoever is here when it is first read. */
function takeOver(name: string) {
  const left = `crier.typed.${name}`
  const text = sessionStorage.getItem(left)
  if (text === null) return
  if (sessionStorage.getItem(placeOf(name)) === null) sessionStorage.setItem(placeOf(name), text)
  sessionStorage.removeItem(left)
}

export function keepTyped(name: string, typed: Typed) {
  try {
    sessionStorage.setItem(placeOf(name), JSON.stringify(typed))
  } catch {
    // A browser that keeps nothing; it stands in the form all the same.
  }
}

export function forgetTyped(name: string) {
  try {
    sessionStorage.removeItem(placeOf(name))
  } catch {
    // There was nothing.
  }
}
