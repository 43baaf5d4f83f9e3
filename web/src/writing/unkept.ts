/**
 * What was typed in the moment before a page is left. The store of the device takes its time, and a page that goes ends what it has
 * begun there; this place has it at once, and the next page of the same person takes it from here.
 */
import { whose } from '../api/person.ts'
import { type Composition, isBlank, isWhole } from './composition.ts'
import type { Personal } from './personal.ts'

const PREFIX = 'crier.unkept.'

const placeOf = (uuid: string) => `${PREFIX}${whose()}.${uuid}`

/** Older pages named nobody. */
function isMine(name: string) {
  const [person = '', uuid] = name.slice(PREFIX.length).split('.')
  return name.startsWith(PREFIX) && (uuid === undefined || Number(person) === whose())
}

export function leaveBehind(composition: Composition) {
  try {
    localStorage.setItem(placeOf(composition.uuid), JSON.stringify(composition))
  } catch {
    // Without room for it, what the store has by then is what there is.
  }
}

/** The store has it, or nobody wants it any more. */
export function takeBack(uuid: string) {
  localStorage.removeItem(placeOf(uuid))
}

/** Into the store, what pages left behind and it does not have. */
export async function takeIn(texts: Personal<Composition>) {
  for (const name of Object.keys(localStorage).filter(isMine))
    try {
      const left = JSON.parse(localStorage.getItem(name) ?? '') as Composition
      // Nobody could read it.
      if (!isWhole(left)) continue
      let isNewer = false
      // In one go: another page may keep what is newer still.
      await texts.update(left.uuid, (kept) => {
        isNewer = !kept || kept.touched_at < left.touched_at
        return isNewer || !kept ? left : kept
      })
      if (isNewer && isBlank(left) && !left.post) await texts.del(left.uuid)
      localStorage.removeItem(name)
    } catch {
      // It stays for the next one.
    }
}
