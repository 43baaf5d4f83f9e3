/** What a post says is begun as something new: nothing is made before somebody sends it. */
import type { Post } from '@crier/sdk'
import type { Here } from '../../shell/here.ts'
import { fromPost } from '../../writing/composition.ts'
import { newUuid } from '../../writing/new.ts'
import { composition } from '../../writing/store.ts'

/** For these accounts alone, whichever the post went to. Answers where it is written. */
export async function writeAnew(
  post: Post,
  { id, workspace }: Pick<Here, 'id' | 'workspace'>,
  account_ids: readonly number[],
): Promise<string> {
  const uuid = newUuid()
  const { text, variants, parts, thread_as, split, first_comment, options, files, ...own } =
    fromPost(post, uuid, id, workspace.timezone)
  const store = await composition(uuid, id)
  store.change(() => ({
    account_ids,
    text,
    variants,
    parts,
    thread_as,
    split,
    first_comment,
    options,
    files,
    account_options: ofThese(own.account_options, account_ids),
    account_threads: ofThese(own.account_threads, account_ids),
    alt_texts: own.alt_texts,
  }))
  await store.keep()
  return uuid
}

function ofThese<Value>(all: Readonly<Record<string, Value>>, ids: readonly number[]) {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(Number(id))))
}
