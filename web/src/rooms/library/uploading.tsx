/** What is on its way, folded into one line; it goes on in every other room. */
import { useState } from 'react'
import { langOf } from '../../api/refusals.ts'
import { useTold } from '../../live/uploads.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bar } from '../../ui/ring.tsx'
import { common } from '../../words/common.ts'
import { size } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import { type Queue, useQueue } from '../../writing/library-queue.ts'
import { drop, isOfThisPage, useLeaveWarning, useUploads } from '../../writing/uploads.ts'

/** Nobody reads more lines than that. */
const SHOWN = 30

export function Uploading({ queue }: { queue: Queue }) {
  const { files } = useQueue(queue).get()
  const progress = useUploads()
  useLeaveWarning()
  const [open, setOpen] = useState(false)
  if (!files.length) return null
  const total = files.reduce((sum, file) => sum + file.size, 0)
  const here = files.reduce((sum, { key }) => sum + (progress.get(key)?.received ?? 0), 0)
  const broken = files.filter(({ key }) => /failed|lost/.test(progress.get(key)?.state ?? ''))
  return (
    <section
      aria-label={words.upload.label}
      className="grid gap-3 rounded-lg border border-line bg-card p-4 shadow-card"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="min-w-0 flex-1 font-medium">
          {words.upload.left(files.length, queue.done())}
          {broken.length > 0 && (
            <span className="text-danger"> {words.upload.broken(broken.length)}</span>
          )}
        </span>
        {queue.paused() ? (
          <Button small onClick={queue.resume}>
            {common.act.resume}
          </Button>
        ) : (
          <Button small icon="pause" onClick={queue.pause}>
            {common.act.pause}
          </Button>
        )}
        <Button small look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.upload.files}
        </Button>
      </div>
      <Bar share={total ? here / total : 0} label={words.upload.label} />
      {open && (
        <ul className="grid max-h-64 gap-2 overflow-y-auto text-sm">
          {files.slice(0, SHOWN).map((file) => {
            const { state, problem } = progress.get(file.key) ?? {}
            const again = state === 'failed' || state === 'lost'
            return (
              <li key={file.key} className="flex items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate">
                    {file.name}
                  </span>
                  {problem !== undefined && (
                    <span className="text-danger" lang={langOf(problem)}>
                      {problem}
                    </span>
                  )}
                  {state === 'lost' && <span className="text-danger">{words.upload.lost}</span>}
                </span>
                <span className="text-muted tabular-nums">{size(file.size)}</span>
                {again && (
                  <IconButton
                    label={words.upload.again(file.name)}
                    icon="retry"
                    onClick={() => queue.again(file)}
                  />
                )}
                <IconButton
                  label={words.upload.drop(file.name)}
                  icon="cross"
                  onClick={() => drop(queue, file.key)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** What other windows and other people send: how far, without a way to stop it. */
export function Elsewhere() {
  const uploads = useTold().filter(({ upload_id }) => !isOfThisPage(upload_id))
  if (!uploads.length) return null
  const total = uploads.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const here = uploads.reduce((sum, { received_bytes }) => sum + received_bytes, 0)
  const says = uploads.every(({ is }) => is === 'examining')
    ? words.upload.examined(uploads.length)
    : words.upload.elsewhere(uploads.length)
  return (
    <section
      aria-label={words.upload.others}
      className="grid gap-3 rounded-lg border border-line bg-card p-4 shadow-card"
    >
      <span role="status">{says}</span>
      <Bar share={total ? here / total : 0} label={words.upload.others} />
    </section>
  )
}
