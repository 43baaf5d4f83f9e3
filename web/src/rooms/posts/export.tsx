import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { PostFilter } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/posts.ts'

/** All that is looked at, however long the list, as a table. */
export function Export({ filter }: { filter: PostFilter }) {
  const { crier } = useHere()
  const say = useSay()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      download('posts.csv', 'text/csv', await crier.exportPosts(filter))
      say(words.room.exported)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void save()}>
      {words.room.export}
    </Button>
  )
}
