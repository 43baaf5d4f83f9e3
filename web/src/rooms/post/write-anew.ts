/** What a post says is begun as something new: nothing is made before somebody sends it. */
import type { Post } from '@crier/sdk'
import type { Here } from '../../shell/here.ts'
import { begin } from '../../writing/begin.ts'
import { fromPost } from '../../writing/composition.ts'
import { contentsOf } from '../../writing/conflict.ts'

/** For these accounts alone, whichever the post went to, and at no time yet. Answers where it is written. */
export async function writeAnew(
  post: Post,
  { id, workspace }: Pick<Here, 'id' | 'workspace'>,
  account_ids: readonly number[],
): Promise<string> {
  const written = fromPost(post, '', id, workspace.timezone)
  const { when: _, ...contents } = contentsOf(written)
  return begin(id, {
    ...contents,
    account_ids,
    account_options: ofThese(written.account_options, account_ids),
    account_threads: ofThese(written.account_threads, account_ids),
    alt_texts: written.alt_texts,
  })
}

function ofThese<Value>(all: Readonly<Record<string, Value>>, ids: readonly number[]) {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(Number(id))))
}
