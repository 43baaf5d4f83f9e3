/** What was typed into a form and not sent is kept in this tab: neither closing its dialog nor a reload loses it. */

export interface Typed {
  values: Readonly<Record<string, string>>
  /** Of what it was typed into, as it was then. */
  base: string
  /** What was chosen beside the boxes, as whoever keeps it has it. */
  choice?: unknown
}

const placeOf = (name: string) => `crier.typed.${name}`

export function typedBefore(name: string): Typed | undefined {
  try {
    // Written below, by this page or the one before it.
    return (
      (JSON.parse(sessionStorage.getItem(placeOf(name)) ?? 'null') as Typed | null) ?? undefined
    )
  } catch {
    return undefined
  }
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
