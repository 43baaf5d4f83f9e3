/** Which compositions became posts, told to every tab of this browser: what still shows such a text says so. */
import { later, personal } from './personal.ts'

const posts = personal<Became>('crier-sent', 'posts', later)
const channel = new BroadcastChannel('crier-sent')

export interface Became {
  post_id: number
  /** The last key that is in the post; what was typed after it is not. */
  touched_at: number
  /** When it was sent. */
  at: number
}

interface Word {
  uuid: string
  became: Became
}

/** Other tabs hear of it, now and when they open its address. */
export async function tellSent(uuid: string, became: Became) {
  channel.postMessage({ uuid, became } satisfies Word)
  await posts.set(uuid, became).catch(() => undefined)
}

/** Undefined: nobody sent it on this device. */
export async function sentAs(uuid: string) {
  return posts.get(uuid).catch(() => undefined)
}

/** All of them; those from before `fresh` are forgotten. */
export async function sentBefore(fresh: number): Promise<ReadonlyMap<string, Became>> {
  return new Map(await posts.rest(({ at }) => at < fresh).catch(() => []))
}

/** Until what this gives is called. */
export function hearSent(listener: (uuid: string, became: Became) => void) {
  const hear = ({ data }: MessageEvent<Word>) => listener(data.uuid, data.became)
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
