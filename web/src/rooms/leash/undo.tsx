import type { UndoTodayAnswer } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

/** Takes back what a key or an app did today, and tells what could not be taken back. */
export function Undo({
  name,
  run,
  onClose,
}: {
  name: string
  run: () => Promise<UndoTodayAnswer>
  onClose: () => void
}) {
  const { id } = useHere()
  const queries = useQueryClient()
  const [answer, setAnswer] = useState<UndoTodayAnswer>()
  // The question closes when it is answered; then this goes on.
  const answered = useRef(false)
  if (answer) return <Undone answer={answer} onClose={onClose} />
  return (
    <Confirm
      title={words.undo.title(name)}
      action={common.act.undoToday}
      onClose={() => !answered.current && onClose()}
      run={async () => {
        setAnswer(await run())
        answered.current = true
        await queries.invalidateQueries({ queryKey: [id, 'posts'] })
      }}
    >
      <p>{words.undo.text}</p>
    </Confirm>
  )
}

function Undone({ answer, onClose }: { answer: UndoTodayAnswer; onClose: () => void }) {
  const { cancelled_post_ids, deleted_post_ids, not_undone } = answer
  return (
    <Dialog title={words.undo.done} onClose={onClose}>
      <Notice kind="good">
        {words.undo.counts(cancelled_post_ids.length, deleted_post_ids.length)}
      </Notice>
      {not_undone.length > 0 && (
        <div className="grid gap-2">
          <h3>{words.undo.not}</h3>
          <ul className="list-disc ps-5">
            {not_undone.map(({ post_id, reason }) => (
              <li key={post_id}>{words.undo.why(post_id, reason)}</li>
            ))}
          </ul>
        </div>
      )}
      <Button onClick={onClose}>{common.act.close}</Button>
    </Dialog>
  )
}
