/** Files as one zip, by a press. */
import type { DownloadMediaInput } from '@crier/sdk'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/library.ts'

/** As many as can be named one by one. */
export const NAMED = 300

export function useZip() {
  const { id } = useHere()
  const say = useSay()
  const [busy, setBusy] = useState(false)

  async function take(what: DownloadMediaInput) {
    setBusy(true)
    try {
      const { download } = await room(() => import('./zip.ts'))
      await download(id, what)
      say(words.zip.begun)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
  }

  return { busy, take: (what: DownloadMediaInput) => void take(what) }
}
