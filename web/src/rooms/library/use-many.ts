/** The same done to many files, told with what was refused, and taken back together. */
import type { UpdateManyMediaAnswer, UpdateManyMediaInput } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'

/** As many as one call takes. */
const AT_ONCE = 200

type Change = Omit<UpdateManyMediaInput, 'ids'>
export type Refused = UpdateManyMediaAnswer['results'][number] & { name: string }

export function useMany(done: () => void) {
  const here = useHere()
  const { crier } = here
  const queries = useQueryClient()
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])

  async function run(items: readonly Item[], change: Change) {
    const good: Item[] = []
    const bad: Refused[] = []
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const some = items.slice(at, at + AT_ONCE)
      const { results } = await crier.updateManyMedia({ ids: some.map(({ id }) => id), ...change })
      for (const result of results) {
        const item = some[result.index]
        if (!item) continue
        if (result.code === undefined) good.push(item)
        else bad.push({ ...result, name: item.original_name })
      }
    }
    return { good, bad }
  }

  /** `back` takes it back for those to which it was done. */
  async function act(
    items: readonly Item[],
    change: Change,
    said: (count: number) => string,
    back?: (good: readonly Item[]) => readonly (readonly [readonly Item[], Change])[],
  ) {
    if (busy) return
    setBusy(true)
    try {
      const { good, bad } = await run(items, change)
      setRefused(bad)
      done()
      const undo = async () => {
        try {
          for (const [some, changes] of back?.(good) ?? []) await run(some, changes)
          say(words.many.undone(good.length))
        } catch (error) {
          say(sentenceOf(error), failed)
        }
        await queries.invalidateQueries({ queryKey: [here.id, 'media'] })
      }
      if (good.length)
        say(
          said(good.length),
          back && { action: { label: common.act.undo, run: () => void undo() } },
        )
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: [here.id, 'media'] })
  }

  return {
    busy,
    refused,
    seen: () => setRefused([]),
    remove: (items: readonly Item[]) =>
      void act(items, { delete: true }, words.many.deleted, (good) => [[good, { restore: true }]]),
    restore: (items: readonly Item[]) => void act(items, { restore: true }, words.many.restored),
    move: (items: readonly Item[], folder: string | null) =>
      void act(items, { folder }, words.many.moved, (good) =>
        grouped(good, (item) => ({ folder: item.folder })),
      ),
    tag: (items: readonly Item[], add_tags: string[], remove_tags: string[]) =>
      void act(
        items,
        { ...(add_tags.length && { add_tags }), ...(remove_tags.length && { remove_tags }) },
        words.many.tagged,
        (good) => grouped(good, (item) => ({ tags: item.tags })),
      ),
  }
}

/** Those that had the same before go back in one call. */
function grouped(items: readonly Item[], of: (item: Item) => Change) {
  const groups = Map.groupBy(items, (item) => JSON.stringify(of(item)))
  return [...groups.values()].map((some) => [some, some[0] ? of(some[0]) : {}] as const)
}
