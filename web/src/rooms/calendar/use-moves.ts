/** Moves a post at once, and puts it back with a sentence when the service refuses; what is moved can be undone. */
import { CrierError } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { type Calendar, type Entry, keyOf, stays, withMoved } from '../../calendar/entries.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { moment } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'

/** What has no time yet: a draft from the side. */
export type Movable = Omit<Entry, 'at'> & { at: string | undefined }

const UNDO_MS = 10_000

export function useMoves(zone: string, tell: (text: string) => void) {
  const here = useHere()
  const { crier, edits, id: workspace } = here
  const queries = useQueryClient()
  const say = useSay()
  const last = useRef<{ run: () => void; until: number }>(undefined)

  const show = useCallback(
    (change: (calendar: Calendar) => Calendar) => {
      queries.setQueriesData<Calendar>(
        { queryKey: [workspace, 'posts', 'calendar', 'days'] },
        (calendar) => calendar && change(calendar),
      )
    },
    [queries, workspace],
  )

  /** Says what was done, and takes it back by a press or by Ctrl and Z. */
  const undoable = useCallback(
    (text: string, undo: () => void) => {
      const run = () => {
        last.current = undefined
        undo()
      }
      last.current = { run, until: Date.now() + UNDO_MS }
      say(text, { action: { label: common.act.undo, run } })
    },
    [say],
  )

  /** Why it may not be moved; undefined: it may. */
  const refusalOf = useCallback(
    (entry: Pick<Movable, 'outcome' | 'account_id'>) => {
      if (!edits) return words.stays.rights
      const why = stays(entry)
      return why && words.stays[why]
    },
    [edits],
  )

  const move = useCallback(
    async (entry: Movable, at: number, isUndo = false): Promise<boolean> => {
      const iso = new Date(at).toISOString()
      const when = moment(iso, 'moment', zone)
      const refusal = refusalOf(entry) ?? (at <= Date.now() ? words.past : undefined)
      if (refusal !== undefined) {
        say(refusal, failed)
        tell(refusal)
        return false
      }
      if (entry.at === iso) return false
      const { id, updated_at } = entry
      show((calendar) => withMoved(calendar, { ...entry, at: iso }))
      try {
        const post = await crier.updatePost({ id, updated_at, scheduled_at: iso })
        const now = { ...entry, at: iso, updated_at: post.updated_at }
        show((calendar) => withMoved(calendar, now))
        if (isUndo) say(words.undone(when))
        else undoable(words.moved(when), () => void undo(now, entry.at))
        return true
      } catch (error) {
        show((calendar) => putBack(calendar, entry))
        const sentence = words.putBack(await whyOf(error))
        say(sentence, failed)
        tell(sentence)
        return false
      } finally {
        void queries.invalidateQueries({ queryKey: [workspace, 'posts', 'calendar'] })
      }

      async function undo(now: Movable, before: string | undefined) {
        if (before !== undefined) {
          await move(now, Date.parse(before), true)
          return
        }
        try {
          await crier.updatePost({ id, updated_at: now.updated_at, when: 'draft' })
          say(words.offAgain)
        } catch (problem) {
          say(sentenceOf(problem), failed)
        }
        void queries.invalidateQueries({ queryKey: [workspace, 'posts', 'calendar'] })
      }

      async function whyOf(error: unknown) {
        if (!(error instanceof CrierError) || error.code !== 'post_changed')
          return sentenceOf(error)
        const told = await crier.listActivity({ post_id: id, limit: 1 }).catch(() => undefined)
        const [deed] = told?.data ?? []
        const name = deed?.actor.kind === 'crier' ? words.byCrier : deed?.actor.name
        if (!deed || name === null || name === undefined) return words.changedSomebody
        return words.changedBy(name, moment(deed.at, 'time', zone))
      }
    },
    [crier, queries, refusalOf, say, show, tell, undoable, workspace, zone],
  )

  // As in every program: the last step, by Ctrl or ⌘ and Z, while the toast offers it.
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const inField = event.target instanceof Element && event.target.closest('input, textarea')
      if (event.key !== 'z' || !(event.metaKey || event.ctrlKey) || event.shiftKey || inField)
        return
      if (!last.current || last.current.until < Date.now()) return
      event.preventDefault()
      last.current.run()
    }
    document.addEventListener('keydown', key)
    return () => document.removeEventListener('keydown', key)
  }, [])

  return { move, refusalOf, show, undoable }
}

function putBack(calendar: Calendar, entry: Movable): Calendar {
  if (entry.at !== undefined) return withMoved(calendar, { ...entry, at: entry.at })
  const key = keyOf(entry)
  return {
    ...calendar,
    days: calendar.days.map((day) => ({
      ...day,
      posts: day.posts.filter((each) => keyOf(each) !== key),
    })),
  }
}
