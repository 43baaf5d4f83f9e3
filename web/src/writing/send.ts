/** Makes a post of a composition, or changes the one it is of: once, however often it is said and whatever answers are lost. */
import { type Crier, CrierError, type Post } from '@crier/sdk'
import {
  type Account,
  altTextsOf,
  type Composition,
  inputOf,
  queueOf,
  whenOf,
} from './composition.ts'
import { keepAltTexts } from './alt-texts.ts'
import type { Store } from './store.ts'

/** `when`: as written, or a draft whatever is written. */
export async function send(
  store: Store,
  crier: Crier,
  accounts: readonly Account[],
  when: string,
): Promise<Post> {
  await keepAltTexts(store, crier)
  // A call whose answer was lost is made again as it was, and answers with what it did.
  const before = store.get().sending
  const done = before && (await carryOut(store, crier, before))
  const composition = store.get()
  const { post, uuid, tries } = composition
  const said = inputOf(composition, accounts)
  const wish = { ...said, ...(when === 'next_slot' && queueOf(composition)) }
  const own = { alt_texts: altTextsOf(composition, said) }
  // What is new takes the texts of the library, which were kept above.
  const wished = before && 'id' in before.input ? { ...wish, ...own } : wish
  if (done && isWished(before.input, wished, when)) return done
  const kept = post?.status === 'draft' && when === 'draft'
  const sending = post
    ? {
        idempotency_key: crypto.randomUUID(),
        input: {
          id: post.id,
          updated_at: post.updated_at,
          ...wish,
          ...own,
          ...(!kept && { when }),
        },
      }
    : {
        idempotency_key: `${uuid}:${tries}`,
        input: { ...wish, when, allow_duplicate: true },
      }
  store.change(() => ({ sending }))
  await store.keep()
  return carryOut(store, crier, sending)
}

/** Whether nothing was changed since it was sent. */
function isWished(sent: object, wish: object, when: string) {
  const was = new Map<string, unknown>(Object.entries({ when: 'draft', ...sent }))
  return Object.entries({ queue: undefined, ...wish, when }).every(
    ([name, value]) => JSON.stringify(was.get(name)) === JSON.stringify(value),
  )
}

async function carryOut(
  store: Store,
  crier: Crier,
  { idempotency_key, input }: NonNullable<Composition['sending']>,
) {
  const once = { idempotency_key }
  try {
    const post = await ('id' in input
      ? crier.updatePost(input, once)
      : crier.schedulePost(input, once))
    store.change(() => ({ sending: undefined, post: standing(post) }))
    await store.keep()
    return post
  } catch (error) {
    // Refused: nothing was done. The next one is another call.
    if (error instanceof CrierError && error.status >= 400 && error.status < 500)
      store.change(({ tries }) => ({ sending: undefined, tries: tries + 1 }))
    throw error
  }
}

/** What the service would say, without doing it. */
export async function rehearse(
  composition: Composition,
  crier: Crier,
  accounts: readonly Account[],
  signal: AbortSignal,
) {
  const said = inputOf(composition, accounts)
  const input = {
    ...said,
    when: whenOf(composition.when),
    ...queueOf(composition),
    dry_run: true,
  }
  const { post } = composition
  const alt_texts = altTextsOf(composition, said)
  return post
    ? crier.updatePost({ id: post.id, ...input, alt_texts }, { signal })
    : crier.schedulePost({ ...input, allow_duplicate: true }, { signal })
}

function standing({ id, updated_at, status }: Post) {
  return { id, updated_at, status }
}

/** The texts that a thread is cut into, so that each part fits everywhere; as the service cuts. */
export async function cut(composition: Composition, crier: Crier, accounts: readonly Account[]) {
  const ids = accounts.map(({ id }) => id)
  const input = inputOf({ ...composition, account_ids: ids, variants: {} }, accounts)
  let texts = [{ content: input.content, media_ids: input.media_ids }, ...input.thread]
  // What fits the one may still be too long for another, which counts otherwise.
  for (let round = 0; round < CUTS; round++) {
    const [first = { content: '', media_ids: [] }, ...thread] = texts
    const { per_account } = await crier.schedulePost({
      content: first.content,
      media_ids: first.media_ids,
      thread,
      social_account_ids: ids,
      split: 'plain',
      when: 'draft',
      dry_run: true,
      allow_duplicate: true,
    })
    const most = per_account
      .map(({ parts }) => parts ?? [])
      .reduce((longest, each) => (each.length > longest.length ? each : longest), [])
    if (most.length <= texts.length) break
    texts = most.map(({ content, media_ids }) => ({ content, media_ids }))
  }
  return texts
}

const CUTS = 4
