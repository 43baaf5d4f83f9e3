import type { UndoTodayAnswer } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

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
      title={`Undo what ${name} did today?`}
      action="Undo today"
      onClose={() => !answered.current && onClose()}
      run={async () => {
        setAnswer(await run())
        answered.current = true
        await queries.invalidateQueries({ queryKey: [id, 'posts'] })
      }}
    >
      <p>
        Posts that it scheduled since midnight are cancelled, and drafts it wrote are deleted (they
        can be restored). What is published already stays, and is listed for you.
      </p>
    </Confirm>
  )
}

function Undone({ answer, onClose }: { answer: UndoTodayAnswer; onClose: () => void }) {
  const { cancelled_post_ids, deleted_post_ids, not_undone } = answer
  return (
    <Dialog title="Undone" onClose={onClose}>
      <Notice kind="good">
        {cancelled_post_ids.length} cancelled, {deleted_post_ids.length} deleted.
      </Notice>
      {not_undone.length > 0 && (
        <div className="grid gap-2">
          <h3>Not undone</h3>
          <ul className="list-disc pl-5">
            {not_undone.map(({ post_id, reason }) => (
              <li key={post_id}>
                Post {post_id}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  )
}
