/** Pausing or ending a series, and what becomes of the posts that it has made. */
import { useState } from 'react'
import type { Series } from '../../api/series.ts'
import { useHere } from '../../shell/here.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { words } from '../../words/series.ts'
import { useSettled } from './use-series.ts'

export function Stopping({
  series: { id },
  what,
  onClose,
}: {
  series: Series
  what: 'pause' | 'end'
  onClose: () => void
}) {
  const { crier } = useHere()
  const settle = useSettled()
  const [posts, setPosts] = useState<'keep' | 'cancel'>('keep')
  const pausing = what === 'pause'
  const { stopping: said } = words
  async function run() {
    if (pausing) {
      const { cancelled_post_ids: _, ...now } = await crier.pauseSeries({ id, posts })
      return settle(now, words.one.saidPaused)
    }
    await crier.endSeries({ id, posts })
    return settle(await crier.getSeries({ id }), words.one.saidEnded)
  }
  return (
    <Confirm
      title={pausing ? said.pauseTitle : said.endTitle}
      action={pausing ? words.one.pause : words.one.end}
      run={run}
      onClose={onClose}
    >
      <p>{pausing ? said.pauseText : said.endText}</p>
      <Segmented
        label={said.posts}
        shown
        value={posts}
        options={[
          { value: 'keep', label: said.keep },
          { value: 'cancel', label: said.cancel },
        ]}
        onValue={setPosts}
      />
    </Confirm>
  )
}
