/** What can be done with the calendar as a whole: several are chosen, it is printed, or taken along as a picture. */
import './paper.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sentenceOf } from '../../api/ask.ts'
import type { PaperDay, Plan } from '../../calendar/paper.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { copyPicture, savePicture } from '../../ui/picture.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words as ofCalendar } from '../../words/calendar.ts'
import { words } from '../../words/sheet.ts'
import { Paper } from './paper.tsx'
import { drawCalendar } from './picture.ts'

type About = Omit<Plan, 'days' | 'at'> & { date: string }

export function More({
  about,
  shown,
  load,
  choose,
}: {
  about: About
  /** What the calendar shows already. */
  shown: () => readonly PaperDay[]
  /** With as many posts of each day as paper has room for. */
  load: () => Promise<readonly PaperDay[]>
  /** Undefined: nothing may be changed. */
  choose: (() => void) | undefined
}) {
  const say = useSay()
  const [printed, setPrinted] = useState<Plan>()
  const planOf = (days: readonly PaperDay[]): Plan => ({ ...about, days, at: new Date() })

  // Also by the browser's own command: with what is there.
  const ready = useRef(() => planOf(shown()))
  useEffect(() => {
    ready.current = () => planOf(shown())
  })
  useOnPaper(
    useCallback((on) => {
      flushSync(() => setPrinted((before) => (on ? (before ?? ready.current()) : undefined)))
    }, []),
  )

  async function print() {
    try {
      const plan = planOf(await load())
      flushSync(() => setPrinted(plan))
    } catch (error) {
      say(sentenceOf(error), failed)
      return
    }
    window.print()
  }
  async function draw() {
    return drawCalendar(planOf(await load()))
  }
  async function save() {
    const { view, month, date } = about
    const name = `${words.file[view]}-${view === 'month' ? month : date}.png`
    try {
      await savePicture(await draw(), name)
    } catch {
      say(words.notDrawn, failed)
    }
  }
  async function copy() {
    try {
      await copyPicture(draw())
      say(words.copied)
    } catch {
      say(words.notCopied, failed)
    }
  }
  return (
    <>
      <Menu
        button={<Button small icon="more" aria-label={ofCalendar.menu} className="max-sm:px-2" />}
      >
        {choose && (
          <>
            <MenuItem icon="check" run={choose}>
              {words.choose}
            </MenuItem>
            <MenuLine />
          </>
        )}
        <MenuItem icon="inbox" run={() => void print()}>
          {words.print}
        </MenuItem>
        <MenuItem icon="image" run={() => void save()}>
          {words.save}
        </MenuItem>
        <MenuItem icon="copy" run={() => void copy()}>
          {words.copy}
        </MenuItem>
      </Menu>
      {printed && <Paper plan={printed} />}
    </>
  )
}

/** Told before anything is laid out for paper, and when that is over. */
function useOnPaper(changed: (on: boolean) => void) {
  useEffect(() => {
    const paper = matchMedia('print')
    const begin = () => changed(true)
    const end = () => changed(false)
    const turn = ({ matches }: MediaQueryListEvent) => changed(matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    paper.addEventListener('change', turn)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      paper.removeEventListener('change', turn)
    }
  }, [changed])
}
