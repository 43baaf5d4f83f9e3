/** The same done to many files, told with what was refused, and taken back together. */
import type { UpdateManyMediaAnswer, UpdateManyMediaInput } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'
import { AT_ONCE } from './use-chosen.ts'

type Change = Omit<UpdateManyMediaInput, 'ids'>
export type Refused = UpdateManyMediaAnswer['results'][number] & { name: string }

/** Files, a call's worth at a time. */
export interface Source {
  count: number
  pages: () => AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>
}

export function these(items: readonly Item[]): Source {
  const pages = Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, page) =>
    items.slice(page * AT_ONCE, (page + 1) * AT_ONCE),
  )
  return { count: items.length, pages: () => pages }
}

export type Many = ReturnType<typeof useMany>

export function useMany(done: () => void) {
  const here = useHere()
  const { crier } = here
  const queries = useQueryClient()
  const say = useSay()
  const [under, setUnder] = useState<{ done: number; of: number }>()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const stopped = useRef(false)

  async function run({ count, pages }: Source, change: Change) {
    const good: Item[] = []
    const bad: Refused[] = []
    for await (const some of pages()) {
      if (stopped.current) break
      if (!some.length) continue
      const { results } = await crier.updateManyMedia({ ids: some.map(({ id }) => id), ...change })
      for (const result of results) {
        const item = some[result.index]
        if (!item) continue
        if (result.code === undefined) good.push(item)
        else bad.push({ ...result, name: item.original_name })
      }
      setUnder({ done: good.length + bad.length, of: count })
    }
    return { good, bad }
  }

  /** `back` takes it back for those to which it was done. */
  async function act(
    source: Source,
    change: Change,
    said: (count: number) => string,
    back?: (good: readonly Item[]) => readonly (readonly [readonly Item[], Change])[],
  ) {
    if (under) return
    stopped.current = false
    setUnder({ done: 0, of: source.count })
    try {
      const { good, bad } = await run(source, change)
      setRefused(bad)
      done()
      const undo = async () => {
        stopped.current = false
        try {
          for (const [some, changes] of back?.(good) ?? []) await run(these(some), changes)
          say(words.many.undone(good.length))
        } catch (error) {
          say(sentenceOf(error), failed)
        }
        setUnder(undefined)
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
    setUnder(undefined)
    await queries.invalidateQueries({ queryKey: [here.id, 'media'] })
  }

  return {
    busy: under !== undefined,
    under,
    stop: () => {
      stopped.current = true
    },
    refused,
    seen: () => setRefused([]),
    remove: (source: Source) =>
      void act(source, { delete: true }, words.many.deleted, (good) => [[good, { restore: true }]]),
    restore: (source: Source) => void act(source, { restore: true }, words.many.restored),
    move: (source: Source, folder: string | null) =>
      void act(source, { folder }, words.many.moved, (good) =>
        grouped(good, (item) => ({ folder: item.folder })),
      ),
    tag: (source: Source, add_tags: string[], remove_tags: string[]) =>
      void act(
        source,
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
