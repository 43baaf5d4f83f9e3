/**
 * Whose page this is. What is typed is kept on the device for the person who typed it, and a page is one person's: whoever comes
 * after somebody else gets a new one, in which nothing of the first lives on.
 */

/** Told to the other pages of this browser, which share its session. */
const KEY = 'crier.person'
const NOBODY = 0

let mine = NOBODY
let over = false

/** Who is signed in here, or was last. */
export const whose = () => mine

export const isSomebodys = () => mine !== NOBODY

/** Says to the service for whom this page speaks: the session may be another's already, and this page hears of it a moment later. */
export const forMe = () => ({ 'crier-person': String(mine) })

/** Whether another page takes its place: nothing of this one is sent any more, since the session may be another's by now. */
export const isOver = () => over

/** With each answer to who is signed in; behind it stands the same person as before. */
export async function isHere(id: number) {
  if (isSomebodys() && mine !== id) return loadAnew()
  mine = id
  try {
    // Of what stood there already nobody is told.
    localStorage.setItem(KEY, String(id))
  } catch {
    // A browser that keeps nothing; other pages notice with their next question.
  }
}

/** Somebody else signed in by another page. */
export function hearOfOthers() {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && isSomebodys() && Number(newValue ?? mine) !== mine) void loadAnew()
  })
}

/** All of the page, at this place or where it is; nothing goes on in this one. */
export function loadAnew(place?: string): Promise<never> {
  if (place !== undefined) window.location.assign(place)
  else if (!over) window.location.reload()
  over = true
  return new Promise(() => {})
}

/** The page once more; nothing goes on in this one. */
export function anew(): Promise<never> {
  window.location.reload()
  return new Promise(() => {})
}
