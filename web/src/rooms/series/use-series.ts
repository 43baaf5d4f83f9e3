/** What is done with a series at once; each says how it came out. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { type Series, seriesQuery } from '../../api/series.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/series.ts'

export function useSeriesActions({ id }: Pick<Series, 'id'>) {
  const here = useHere()
  const settle = useSettled(id)
  const say = useSay(`series ${id}`)
  const [busy, setBusy] = useState(false)
  async function act(run: () => Promise<Series>, said: string) {
    if (busy) return
    setBusy(true)
    try {
      await settle(await run(), said)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
  }
  return {
    busy,
    resume: () => void act(() => here.crier.resumeSeries({ id }), words.one.saidResumed),
    skip: (occurrence: string, undo: boolean) =>
      void act(
        () => here.crier.skipOccurrence({ id, occurrence, ...(undo && { undo }) }),
        undo ? words.one.saidBack : words.one.saidSkipped,
      ),
  }
}

/** Shows it as it is now, says so, and lets what it changed be read again. */
export function useSettled(id?: number) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay(id === undefined ? undefined : `series ${id}`)
  return async (now: Series, said: string) => {
    queries.setQueryData(seriesQuery(here, now.id).queryKey, now)
    say(said)
    await Promise.all([
      queries.invalidateQueries({ queryKey: [here.id, 'series'] }),
      queries.invalidateQueries({ queryKey: [here.id, 'posts'] }),
    ])
  }
}
