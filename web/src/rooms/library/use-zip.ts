/** Many files as one zip, which the browser writes to the disk as it comes. */
import { Crier, type DownloadMediaInput } from '@crier/sdk'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { patientFetch } from '../../api/session.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/library.ts'

/** As many as can be named one by one. */
export const NAMED = 300

export function useZip() {
  const { id } = useHere()
  const say = useSay()
  const [busy, setBusy] = useState(false)

  /** What would be refused is told here; what is not is left to the browser. */
  async function take(what: DownloadMediaInput) {
    let address = ''
    const crier = new Crier({
      base_url: `/console/workspaces/${id}`,
      retries: 0,
      async fetch(input, init) {
        const answer = await patientFetch(input, init)
        if (!answer.ok) return answer
        address = answer.url
        await answer.body?.cancel()
        return Response.json({})
      },
    })
    setBusy(true)
    try {
      await crier.downloadMedia(what)
      const link = document.createElement('a')
      link.href = address
      link.download = ''
      link.click()
      say(words.zip.begun)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
  }

  return { busy, take: (what: DownloadMediaInput) => void take(what) }
}
